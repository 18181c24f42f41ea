import { NoAccess } from '#web/kit/feedback/NoAccess.tsx'
import './shell.css'

export default function UnauthorizedPage() {
  return (
    <main className="full-page">
      <NoAccess />
    </main>
  )
}
