import { createHmac } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { askPeer } from './peer.ts'

const TIME_OUT = 60_000

/** The service that the operator lets summarise posts; undefined: none. */
export interface AnalysisSettings {
  analysisUrl: string | undefined
  analysisSecret: string
}

export interface AnalysisRequest {
  competitor: string | null
  period: { from_date: string; to_date: string }
  posts: readonly { id: number; title: string; url: string; published_at: string | null; text: string }[]
}

const Answer = Type.Object({
  sentences: Type.Array(
    Type.Object({
      text: Type.String({ minLength: 1, maxLength: 400 }),
      posts: Type.Array(Type.Integer(), { minItems: 1, maxItems: 100 }),
    }),
    { maxItems: 8 },
  ),
})
export type Analysis = Static<typeof Answer>

const ask = askPeer({ reply: Answer, failure: 'The analysis service does not answer.', timeOut: TIME_OUT })

/** Its sentences, as it says them: nobody has compared them with the posts yet. It knows by the signature who asks. */
export const askAnalysis = (url: string, secret: string, request: AnalysisRequest): Promise<Analysis | undefined> => {
  const signature = createHmac('sha256', secret).update(JSON.stringify(request)).digest('hex')
  return ask({ url, body: request, headers: { 'x-leadroom-signature': `sha256=${signature}` } })
}
