import { QueryClientProvider } from '@tanstack/react-query'
import { LoadingOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import { BrowserRouter, Route, Routes } from 'react-router'
import { queryClient } from '#web/kit/data/query-client.ts'
import { antdTheme, cspNonce, look } from '#web/kit/look/theme.ts'
import { Toasts } from '#web/kit/feedback/Toasts.tsx'
import { late } from '#web/kit/feedback/late.tsx'
import { useReducedMotion } from '#web/kit/look/use-media.ts'
import { PageError } from './PageError.tsx'
import { SignedIn } from './SignedIn.tsx'
import { StartUp } from './StartUp.tsx'

const Waiting = () => <StartUp />

const SignInPage = late(() => import('#web/portal/SignInPage.tsx').then((page) => page.default), Waiting)
const UnauthorizedPage = late(() => import('./UnauthorizedPage.tsx').then((page) => page.default), Waiting)
const InvitationPage = late(() => import('#web/portal/InvitationPage.tsx').then((page) => page.default), Waiting)

const ForgotPasswordPage = late(
  () => import('#web/portal/ForgotPasswordPage.tsx').then((page) => page.default),
  Waiting,
)
const ResetPasswordPage = late(() => import('#web/portal/ResetPasswordPage.tsx').then((page) => page.default), Waiting)

const nonce = cspNonce()

// antd's own comes and goes with a motion that may never end, and is then read out as part of the button's name.
const button = { loadingIcon: <LoadingOutlined aria-hidden /> }

export const App = () => (
  <ConfigProvider
    theme={antdTheme(look.use())}
    wave={{ disabled: useReducedMotion() }}
    button={button}
    {...(nonce && { csp: { nonce } })}
  >
    <QueryClientProvider client={queryClient}>
      <BrowserRouter useTransitions={false}>
        <PageError>
          <Routes>
            <Route path="/app" element={<SignInPage />} />
            <Route path="/app/invitation" element={<InvitationPage />} />
            <Route path="/app/forgot-password" element={<ForgotPasswordPage />} />
            <Route path="/app/reset-password" element={<ResetPasswordPage />} />
            <Route path="/Unauthorized" element={<UnauthorizedPage />} />
            <Route path="*" element={<SignedIn />} />
          </Routes>
        </PageError>
      </BrowserRouter>
      <Toasts />
    </QueryClientProvider>
  </ConfigProvider>
)
