import type { Verdict } from '#contract/leads/lead-details.ts'
import { ANSWERS } from '#web/leads/words/setting-words.ts'
import './lead-facts.css'

/** What was answered, by the questions as they were asked then. */
export const VerdictChecklist = ({ version, answers }: NonNullable<Verdict['checklist']>) => (
  <>
    <h3>Checklist</h3>
    <table className="facts facts-asked">
      <caption className="sr-only">Checklist, version {version}</caption>
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ item, question, answer, evidence }) => (
          <tr key={item}>
            <th scope="row">{question}</th>
            <td>
              {ANSWERS[answer]}
              {evidence && <span className="second verdict-evidence">{evidence}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
