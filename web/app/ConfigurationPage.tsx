import { mailings } from '#contract/content/mailings.ts'
import { site } from '#contract/content/site.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import {
  ConfigurationPage as Configuration,
  type ConfigurationPart,
} from '#web/leads/configuration/ConfigurationPage.tsx'
import { SectionHistory } from '#web/leads/configuration/SectionHistory.tsx'
import { late } from '#web/kit/feedback/late.tsx'

const Structure = late(() => import('#web/catalogue/structure-edits/Catalogue.tsx').then(({ Catalogue }) => Catalogue))

const Catalogue = () => (
  <>
    <Structure />
    <SectionHistory section="catalogue" />
  </>
)

const SiteSettings = late(() => import('#web/content/site/WebSite.tsx').then(({ WebSite }) => WebSite))

const WebSite = () => (
  <>
    <SiteSettings />
    <SectionHistory section="site" />
  </>
)

const MailSettings = late(() =>
  import('#web/content/mailings/MailSettings.tsx').then(({ MailSettings }) => MailSettings),
)

const Mail = () => (
  <>
    <MailSettings />
    <SectionHistory section="mail" />
  </>
)

/** The other modules' parts of the configuration. */
const MORE: readonly ConfigurationPart[] = [
  { key: 'catalogue', title: 'Catalogue', needs: structureEdits.settings.permission, content: Catalogue },
  { key: 'site', title: 'Web site', needs: site.now.permission, content: WebSite },
  { key: 'mail', title: 'Mail', needs: mailings.settings.permission, content: Mail },
]

export default function ConfigurationPage() {
  return <Configuration more={MORE} />
}
