import { configuration } from '#contract/leads/configuration.ts'
import { useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { counted } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'

/** Work behind the requests that fails again and again: an administrator would see only that something is missing. */
export const FailingWork = () => {
  const { data } = useOne(configuration.failingWork, {})
  if (!data?.data.length) return null
  return (
    <Notice kind="warning" title="Some work has been failing for more than a day">
      <ul className="failing-work">
        {data.data.map(({ work, since, tries }) => (
          <li key={`${work} ${since}`}>
            {work}: failing for <When at={since} as="age" />, {counted(tries, 'attempt')}
          </li>
        ))}
      </ul>
      <p>The server retries every 15 minutes. The reason is in its log: tell the person who runs it.</p>
    </Notice>
  )
}
