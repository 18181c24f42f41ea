import { Select } from 'antd'
import type { ComponentType } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { configuration } from '#contract/leads/configuration.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { can } from '#web/kit/data/session.ts'
import { WhyNot } from '#web/kit/feedback/WhyNot.tsx'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { Appearance } from './Appearance.tsx'
import { ChecklistAndReasons } from './ChecklistAndReasons.tsx'
import './configuration.css'
import { EnquiryChecks } from './EnquiryChecks.tsx'
import { FailingWork } from './FailingWork.tsx'
import { PermissionHolders } from './PermissionHolders.tsx'
import { IntakeForms } from './IntakeForms.tsx'
import { Retention } from './Retention.tsx'
import { Routing } from './Routing.tsx'
import { Sources } from './Sources.tsx'
import { Statuses } from './Statuses.tsx'
import { NotificationDefaults } from './NotificationDefaults.tsx'
import { WorkingTime } from './WorkingTime.tsx'

/** A part of the configuration; a module brings its own. */
export interface ConfigurationPart {
  key: string
  title: string
  /** What reading it takes; undefined: nothing. */
  needs?: Permission
  content: ComponentType
}

const FIRST: ConfigurationPart = { key: 'working-time', title: 'Working time and targets', content: WorkingTime }
const SECTIONS: readonly ConfigurationPart[] = [
  FIRST,
  { key: 'forms', title: 'Intake forms and keys', needs: configuration.forms.permission, content: IntakeForms },
  { key: 'checks', title: 'Duplicates and spam', content: EnquiryChecks },
  { key: 'routing', title: 'Lead routing', content: Routing },
  { key: 'reasons', title: 'Checklist and reasons', content: ChecklistAndReasons },
  { key: 'statuses', title: 'Status labels and colours', content: Statuses },
  { key: 'sources', title: 'Sources', content: Sources },
  { key: 'notifications', title: 'Notifications', content: NotificationDefaults },
  { key: 'kept', title: 'Import, export and retention', content: Retention },
  { key: 'appearance', title: 'Appearance and keys', content: Appearance },
  { key: 'permissions', title: 'Permissions', needs: configuration.holders.permission, content: PermissionHolders },
]

/** How the company works, section by section; each tells who may change it and who did. */
export const ConfigurationPage = ({ more }: { more: readonly ConfigurationPart[] }) => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const sections = [...SECTIONS, ...more].filter(({ needs }) => needs === undefined || can(needs))
  const { key, content: Content } = sections.find((each) => each.key === params.get('section')) ?? FIRST
  return (
    <Page
      title="Configuration"
      subtitle={
        can('configuration_edit') ? (
          'Changes are logged below each section, where you can undo them.'
        ) : (
          <>
            You can view this but not change it. <WhyNot need="configuration_edit" />
          </>
        )
      }
    >
      {can(configuration.failingWork.permission) && <FailingWork />}
      <div className="configuration">
        {narrow ? (
          <Select
            className="configuration-select"
            aria-label="Section"
            value={key}
            options={sections.map((each) => ({ value: each.key, label: each.title }))}
            onChange={(section) => void navigate(`?section=${section}`)}
          />
        ) : (
          <nav aria-label="Configuration sections">
            {sections.map((each) => (
              <Link key={each.key} to={`?section=${each.key}`} aria-current={each.key === key ? 'page' : undefined}>
                {each.title}
              </Link>
            ))}
          </nav>
        )}
        <div className="configuration-content">
          <Content />
        </div>
      </div>
    </Page>
  )
}
