import type { FastifyInstance } from 'fastify'
import { ENQUIRY_PAGE, REGISTRATION_PAGE } from './form-pages.ts'
import { serveForm, serveFormScript, type FormPageServices } from './page.ts'

/** The plain pages with the forms of leads, and the script of all forms. */
export const serveLeadForms = (app: FastifyInstance, services: FormPageServices) => {
  serveForm(app, services, ENQUIRY_PAGE)
  serveForm(app, services, REGISTRATION_PAGE)
  serveFormScript(app)
}
