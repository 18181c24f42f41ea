import { NoAccess } from '#web/kit/NoAccess.tsx'

export default function UnauthorizedPage() {
  return (
    <main className="full-page">
      <NoAccess />
    </main>
  )
}
