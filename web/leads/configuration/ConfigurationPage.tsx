import { Select } from 'antd'
import { useRef, useState, type ComponentType } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { configuration } from '#contract/leads/configuration.ts'
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
import { SalesEmail } from './SalesEmail.tsx'
import { SettingSearch, useShownSetting } from './SettingSearch.tsx'
import { isOpenSection, SECTIONS, type ConfigurationSection } from './sections.ts'
import { Sources } from './Sources.tsx'
import { Statuses } from './Statuses.tsx'
import { NotificationDefaults } from './NotificationDefaults.tsx'
import { WorkingTime } from './WorkingTime.tsx'

/** A part of the configuration; a module brings its own. */
export interface ConfigurationPart extends ConfigurationSection {
  content: ComponentType
}

const CONTENT: Readonly<Record<(typeof SECTIONS)[number]['key'], ComponentType>> = {
  'working-time': WorkingTime,
  forms: IntakeForms,
  checks: EnquiryChecks,
  routing: Routing,
  reasons: ChecklistAndReasons,
  statuses: Statuses,
  'sales-email': SalesEmail,
  sources: Sources,
  notifications: NotificationDefaults,
  kept: Retention,
  appearance: Appearance,
  permissions: PermissionHolders,
}
const PARTS: readonly ConfigurationPart[] = SECTIONS.map((section) => ({ ...section, content: CONTENT[section.key] }))

/** How the company works, section by section; each tells who may change it and who did. */
export const ConfigurationPage = ({ more }: { more: readonly ConfigurationPart[] }) => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const [words, setWords] = useState('')
  const content = useRef<HTMLDivElement>(null)
  const sections = [...PARTS, ...more].filter(isOpenSection)
  const { key, content: Content } = sections.find((each) => each.key === params.get('section')) ?? {
    key: SECTIONS[0].key,
    content: WorkingTime,
  }
  useShownSetting(content, key, params.get('setting'))
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
        <div className="configuration-index">
          <SettingSearch words={words} onChange={setWords} sections={sections} />
          {words.trim() ? null : narrow ? (
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
        </div>
        <div className="configuration-content" ref={content}>
          <Content />
        </div>
      </div>
    </Page>
  )
}
