import { feature } from '#server/platform/feature.ts'
import { contactFormRoutes } from './routes.ts'

export const contactForm = feature({ routes: contactFormRoutes })
