import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#contract/kit/endpoint.ts'
import { UserError } from './errors.ts'

const FORM_TYPE = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i
/** More than any form has inputs. */
const MOST_INPUTS = 200

export const isFormType = (type: string) => FORM_TYPE.test(type)

/** Whether the body came as a browser sends the form of a page without a script. */
export const isForm = ({ headers }: FastifyRequest) => isFormType(headers['content-type'] ?? '')

/** What came as a form: what each input says, as often as it was sent. */
export class SentForm {
  readonly texts: ReadonlyMap<string, readonly string[]>

  constructor(texts: ReadonlyMap<string, readonly string[]>) {
    this.texts = texts
  }
}

/** How a call is answered whose body came as a form: with pages, whose status is set. */
export interface FormPages {
  done(sent: FormSent, answer: object): Promise<FastifyReply>
  /** The body is a `SentForm` unless it could not be read. */
  refused(sent: FormSent, failure: Failure): Promise<FastifyReply>
}
interface FormSent {
  request: FastifyRequest
  reply: FastifyReply
}

/** Has the routes of this part of the server take forms, too. */
export const takeForms = (app: FastifyInstance) =>
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const pairs = String(body).split('&', MOST_INPUTS + 1)
    if (pairs.length > MOST_INPUTS)
      return done(new UserError(400, `A form can have at most ${MOST_INPUTS} inputs.`), undefined)
    const texts = Map.groupBy(new URLSearchParams(pairs.join('&')), ([name]) => name)
    return done(null, new SentForm(new Map([...texts].map(([name, sent]) => [name, sent.map(([, text]) => text)]))))
  })
