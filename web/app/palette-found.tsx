import { HourglassOutlined, ImportOutlined, InboxOutlined, UserOutlined } from '@ant-design/icons'
import { jobs } from '#contract/platform/jobs.ts'
import { palette, PALETTE_NEEDS, type PaletteLead } from '#contract/leads/palette.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import { leadPath } from '#web/leads/list/lead-path.ts'
import { countryName } from '#web/leads/words/lead-words.ts'
import { personPath } from '#web/platform/people/person-path.ts'
import { jobPanel } from '#web/platform/jobs/job-panel.ts'
import { reportOf } from '#web/platform/jobs/job-words.ts'
import { says, type Command } from './palette-commands.tsx'
import { useGo } from '#web/kit/feedback/leaving.ts'
import { isVisible, SCREENS } from './screens.ts'

const WAIT_MS = 200
const MOST_JOBS = 5

/** The page of each kind of imports, by the table that its rows go to. */
const IMPORT_PAGES: Readonly<Record<string, string>> = {
  leads: '/marketing/import_leads',
  products: '/marketing/import_products',
  newsletter_subscribers: '/marketing/import_subscribers',
  directory_contacts: '/communication/import_contacts',
  directory_companies: '/communication/import_companies',
}

/**
 * What is stored that says what is typed by now, never what was typed before; and how the search stands until it is done. The server is
 * called once nothing more is typed for a while, and only where this person may see some of it.
 */
export const useFound = (text: string): { commands: Command[]; state: string | undefined } => {
  const goTo = useGo()
  const searched = useDebounced(text, WAIT_MS)
  const enabled = isLongEnough(text) && seesSomething()
  const answer = useOne(
    palette.find,
    { query: { search: searched } },
    { enabled: enabled && searched === text, keepPrevious: true },
  )
  if (!enabled) return { commands: [], state: undefined }
  if (searched !== text || answer.isPlaceholderData || answer.isPending) return { commands: [], state: 'Searching…' }
  if (answer.isError)
    return { commands: [], state: `The search did not finish. ${sentenceOf(answer.error, palette.find.failure)}` }
  const { leads, people, imports } = answer.data.data
  const go = (path: string) => () => goTo(path)
  const commands = [
    ...leads.flatMap((lead) => leadCommand(lead, 'Leads', go)),
    ...people.map(({ id, name, email }): Command => ({
      id: `person-${id}`,
      group: 'People',
      label: name,
      hint: email,
      icon: <UserOutlined aria-hidden />,
      run: go(personPath(id)),
    })),
    ...imports.flatMap(({ id, entity, file_name, created_at }): Command[] => {
      const page = SCREENS.find(({ path }) => path === IMPORT_PAGES[entity])
      if (!page) return []
      return [
        {
          id: `import-${id}`,
          group: 'Imports',
          label: file_name,
          hint: [page.title, formats().relative(created_at)].join(' · '),
          icon: <ImportOutlined aria-hidden />,
          run: go(`${page.path}?import=${id}`),
        },
      ]
    }),
  ]
  return { commands, state: undefined }
}

/** A single letter is in nearly everything; a digit may be a number, and a sign of another script a word. */
const isLongEnough = (text: string) => text.length >= 2 || /[\d\u0250-\uffff]/.test(text)

const seesSomething = () =>
  can(PALETTE_NEEDS.leads) ||
  can(PALETTE_NEEDS.people) ||
  SCREENS.some((screen) => Object.values(IMPORT_PAGES).includes(screen.path) && isVisible(screen))

/** The leads that this person opened last, before anything is typed. */
export const useRecentLeads = (text: string): Command[] => {
  const go = useGo()
  const enabled = text === '' && can(palette.recent)
  const answer = useOne(palette.recent, {}, { enabled })
  const leads = enabled ? (answer.data?.data ?? []) : []
  return leads.flatMap((lead) => leadCommand(lead, 'Recent leads', (path) => () => go(path)))
}

/** Nothing for a lead that no page of this person shows. */
const leadCommand = (
  lead: PaletteLead,
  group: 'Leads' | 'Recent leads',
  go: (path: string) => () => void,
): Command[] => {
  const path = leadPath(lead)
  if (path === undefined) return []
  const { id, lead_no, name, company, country } = lead
  const hint = [`No. ${lead_no}`, company, country && countryName(country)].filter(Boolean).join(' · ')
  return [{ id: `lead-${id}`, group, label: name, hint, icon: <InboxOutlined aria-hidden />, run: go(path) }]
}

/** The person's own jobs among those that the panel of jobs lists, which are here already. */
export const useFoundJobs = (text: string): Command[] => {
  const { data } = useOne(jobs.list, { query: { pageSize: 20 } }, { enabled: text !== '' })
  if (text === '') return []
  return (data?.data ?? [])
    .filter(({ title }) => says(title, text))
    .slice(0, MOST_JOBS)
    .map((job) => ({
      id: `job-${job.id}`,
      group: 'Jobs',
      label: job.title,
      hint: reportOf(job),
      icon: <HourglassOutlined aria-hidden />,
      run: () => jobPanel.set(true),
    }))
}
