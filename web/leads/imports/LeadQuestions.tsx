import { DateOrderField } from './ChosenFields.tsx'
import { UpdateKnown, type UpdateKnownProps } from './UpdateKnown.tsx'

/** What has to be answered about all rows of an import of leads. */
export const LeadQuestions = (props: UpdateKnownProps) => (
  <>
    <DateOrderField {...props} />
    <UpdateKnown {...props} />
  </>
)
