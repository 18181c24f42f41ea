import {
  ConfigurationPage as Configuration,
  type ConfigurationPart,
} from '#web/leads/configuration/ConfigurationPage.tsx'
import { SectionHistory } from '#web/leads/configuration/SectionHistory.tsx'
import { late } from '#web/kit/feedback/late.tsx'
import { MORE_SECTIONS } from './configuration-sections.ts'

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
  { ...MORE_SECTIONS.catalogue, content: Catalogue },
  { ...MORE_SECTIONS.site, content: WebSite },
  { ...MORE_SECTIONS.mail, content: Mail },
]

export default function ConfigurationPage() {
  return <Configuration more={MORE} />
}
