import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { FEWEST_POSTS, competitorSummary } from '#contract/insight/competitor-summary.ts'
import { competitors } from '#contract/insight/competitors.ts'
import { useAction, useOne, useWatched } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { DatePill } from '#web/kit/list/DatePill.tsx'
import { FilterPill } from '#web/kit/list/FilterPill.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { FirstUse } from '#web/kit/list/ListStates.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { Answered, InsightFrame } from '#web/insight/frame/InsightFrame.tsx'
import { SUMMARY_READS } from '#web/insight/frame/insight-reads.ts'
import { Gaps } from './Gaps.tsx'
import { Sentences } from './Sentences.tsx'
import { SummaryFigures } from './SummaryFigures.tsx'
import { SummaryTopics } from './SummaryTopics.tsx'
import './summary.css'

/** What was written in a period: figures, sentences with their posts, topics, and what we do not cover. */
export const SummaryTab = () => {
  const asked = useAsked()
  const { body } = asked
  const known = useOne(competitors.list, { body: { pageSize: 100 } }, { enabled: can(competitors.list) }).data?.data
  const answer = useWatched(
    competitorSummary.get,
    { body },
    ({ data }) => data.job_id !== null,
    can(competitorSummary.get),
  )
  const again = useAction(competitorSummary.get, { refreshes: SUMMARY_READS, undo: false })
  const summary = answer.data?.data
  const isMaking = again.running || (summary !== undefined && summary.job_id !== null)

  return (
    <InsightFrame
      tab="summary"
      about={known && counted(known.length, 'competitor')}
      actions={
        <>
          <FilterPill
            label="Competitor"
            many={false}
            options={(known ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={body.competitor === undefined ? [] : [String(body.competitor)]}
            onChange={([competitor]) => asked.change({ competitor })}
          />
          <DatePill
            label="Period"
            range={asked.range}
            onChange={({ from, to }) => asked.change({ from_date: from, to_date: to })}
          />
        </>
      }
    >
      <Answered answer={answer} many="The summary" failure={competitorSummary.get.failure}>
        {known?.length === 0 ? (
          <FirstUse
            empty={{ title: 'No competitors yet', text: 'Add a competitor’s site; its feed is found for you.' }}
          />
        ) : (
          summary && (
            <>
              <SummaryFigures summary={summary} competitor={body.competitor} />
              <div className="summary-grid">
                <section className="insight-box" aria-labelledby="summary-wrote" aria-busy={isMaking}>
                  <div className="insight-box-head">
                    <h2 id="summary-wrote">In their words</h2>
                    <Button
                      size="small"
                      icon={<ReloadOutlined aria-hidden />}
                      loading={isMaking}
                      onClick={() => void again({ body: { ...body, refresh: true } })}
                    >
                      {isMaking ? 'Making the summary' : 'Refresh'}
                    </Button>
                  </div>
                  <p className="summary-label">
                    {summary.label} {madeWords(summary.made_at, summary.posts_since)}
                  </p>
                  {summary.sentences.length === 0 ? (
                    <p className="summary-none">
                      {summary.figures.posts < FEWEST_POSTS
                        ? `Fewer than ${FEWEST_POSTS} posts in this period.`
                        : isMaking
                          ? 'The summary is being made.'
                          : 'No summary yet. Press Refresh to make it.'}
                    </p>
                  ) : (
                    <Sentences sentences={summary.sentences} />
                  )}
                </section>
                <div className="summary-side">
                  <Gaps summary={summary} />
                  <SummaryTopics topics={summary.topics} period={summary.period} competitor={body.competitor} />
                </div>
              </div>
            </>
          )
        )}
      </Answered>
    </InsightFrame>
  )
}

const madeWords = (at: string | null, since: number) => {
  if (at === null) return ''
  const more = since > 0 ? `, ${counted(since, 'post')} since` : ''
  return `Made ${formats().relative(at)}${more}.`
}

/** Competitor and period, as the address has them; 30 days unless said. */
const useAsked = () => {
  const [search, setSearch] = useSearchParams()
  const { day } = formats()
  const dayIn = (name: string) => {
    const value = search.get(name) ?? ''
    return /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
  }
  const competitor = idIn(search.get('competitor') ?? undefined)
  const from = dayIn('from_date') ?? day(-29)
  const to = dayIn('to_date') ?? day()
  return {
    body: { ...(competitor !== undefined && { competitor }), from_date: from, to_date: to },
    range: { from, to },
    change: (change: Readonly<Record<string, string | undefined>>) =>
      setSearch((now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change))
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        return next
      }),
  }
}
