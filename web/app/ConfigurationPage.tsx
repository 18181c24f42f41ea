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

/** The other modules' parts of the configuration. */
const MORE: readonly ConfigurationPart[] = [
  { key: 'catalogue', title: 'Catalogue', needs: structureEdits.settings.permission, content: Catalogue },
]

export default function ConfigurationPage() {
  return <Configuration more={MORE} />
}
