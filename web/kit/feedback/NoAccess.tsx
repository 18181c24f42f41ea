import { HomeOutlined, LockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { Permission } from '#contract/kit/endpoint.ts'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { WhyNot } from './WhyNot.tsx'

/** The 403 page; with what the page takes, where that is known. */
export const NoAccess = ({ need }: { need?: Permission }) => {
  const navigate = useNavigate()
  return (
    <div className="no-access">
      <Particles />
      <div className="no-access-text">
        <span className="state-icon state-icon-large" aria-hidden>
          <LockOutlined aria-hidden />
        </span>
        <PageTitle title="403 Unauthorized" />
        <p>Oops! You don't have permission to access this page. Please check your credentials or contact support.</p>
        <Button type="primary" icon={<HomeOutlined aria-hidden />} onClick={() => navigate('/')}>
          Return Home
        </Button>
        {need && <WhyNot need={need} />}
      </div>
    </div>
  )
}

const Particles = () => (
  <div className="particles" aria-hidden>
    {PARTICLES.map(({ left, top, size, opacity, duration, delay }) => (
      <span
        key={`${left}-${top}`}
        style={{
          left: `${left}%`,
          top: `${top}%`,
          width: size,
          height: size,
          opacity,
          animationDuration: `${duration}s`,
          animationDelay: `-${delay}s`,
        }}
      />
    ))}
  </div>
)

/** Thirty of them, scattered evenly by a fixed rule and kept clear of the text in the middle. */
const PARTICLES = Array.from({ length: 30 }, (_, index) => {
  const angle = index * 2.399963 // the golden angle spreads any number evenly
  const reach = 30 + ((index * 37) % 20)
  return {
    left: Math.round(50 + Math.cos(angle) * reach * 0.98),
    top: Math.round(50 + Math.sin(angle) * reach),
    size: 4 + ((index * 7) % 17),
    opacity: 0.25 + ((index * 3) % 5) / 8,
    duration: 6 + (index % 7),
    delay: index % 11,
  }
})
