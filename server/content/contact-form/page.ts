import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { serveForm, type FormPageServices } from '#server/leads/published.ts'

/** The plain page with the contact form, to be tried and to be embedded. */
export const serveContactPage = (app: FastifyInstance, services: FormPageServices) => {
  const html = readFileSync(new URL('./form.html', import.meta.url), 'utf8')
  serveForm(app, services, { path: 'contact-us', html, title: () => 'Contact us' })
}
