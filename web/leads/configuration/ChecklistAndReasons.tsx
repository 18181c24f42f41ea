import { Checklist } from './Checklist.tsx'
import { Reasons } from './Reasons.tsx'
import { SectionHistory } from './SectionHistory.tsx'

/** What a lead is judged by. */
export const ChecklistAndReasons = () => (
  <>
    <Checklist />
    <Reasons />
    <SectionHistory section="reasons" />
  </>
)
