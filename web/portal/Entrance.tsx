import type { ReactNode } from 'react'
import './portal.css'

/** The frame of the pages before one is signed in: the form at the left, a word about the product at the right. */
export const Entrance = ({ children }: { children: ReactNode }) => (
  <div className="entrance">
    <main className="entrance-form">
      <div className="entrance-inner">
        <img src="/favicon.svg" alt="" width={40} height={40} />
        {children}
      </div>
    </main>
    <aside className="entrance-word">
      <svg className="entrance-rings" viewBox="0 0 400 400" aria-hidden>
        {[40, 64, 88, 112, 136, 160, 184].map((radius) => (
          <circle key={radius} cx="200" cy="200" r={radius} />
        ))}
      </svg>
      <p className="entrance-line">Every enquiry read, checked and with the right person the same hour.</p>
      <p>Marketing back-office</p>
    </aside>
  </div>
)
