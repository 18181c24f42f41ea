import { Reasons } from './Reasons.tsx'
import { SectionHistory } from './SectionHistory.tsx'

/** What a lead is judged by. */
export const ChecklistAndReasons = () => (
  <>
    <Reasons />
    <SectionHistory section="reasons" />
  </>
)
