import { theme as antd, type ThemeConfig } from 'antd'
import { PALETTE, type Colours } from './palette.ts'
import { preferences } from '#web/kit/data/preferences.ts'
import { createStore } from '#web/kit/data/store.ts'

export type Look = 'light' | 'dark'

const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const chosen = (): Look => {
  const { theme } = preferences.get()
  if (theme !== 'system') return theme
  return systemDark?.matches ? 'dark' : 'light'
}

/** The look on screen now; follows the preference and, under `system`, the device. */
export const look = createStore<Look>(chosen())

/** Puts the palette on `<html>` as CSS variables, and keeps it there through every change. */
export const startTheme = () => {
  const paint = () => {
    const now = chosen()
    const { style, dataset } = document.documentElement
    for (const [name, value] of Object.entries(PALETTE[now])) style.setProperty(`--${name}`, value)
    style.colorScheme = now
    dataset['look'] = now
    if (look.get() !== now) look.set(now)
  }
  paint()
  preferences.subscribe(paint)
  systemDark?.addEventListener('change', paint)
}

/** The nonce that the server put into the page; styles made at run time carry it. */
export const cspNonce = () => {
  const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')
  const nonce = meta?.nonce || meta?.getAttribute('nonce') || meta?.content
  return nonce && nonce !== '__CSP_NONCE__' ? nonce : undefined
}

export const antdTheme = (now: Look): ThemeConfig => {
  const c: Colours = PALETTE[now]
  return {
    algorithm: now === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    cssVar: { key: 'leadroom' },
    hashed: false,
    token: { ...SHAPE, ...colours(c) },
    components: components(c, now),
  }
}

const SHAPE = {
  fontFamily: "'IBM Plex Sans Variable','IBM Plex Sans',system-ui,sans-serif",
  fontSize: 14,
  fontSizeSM: 13,
  lineHeight: 1.5,
  fontWeightStrong: 600,
  controlHeight: 34,
  controlHeightSM: 28,
  controlHeightLG: 42,
  borderRadius: 8,
  borderRadiusSM: 6,
  borderRadiusLG: 12,
  borderRadiusXS: 4,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.14s',
  motionDurationSlow: '0.2s',
  lineWidthFocus: 2,
  wireframe: false,
}

const colours = (c: Colours) => ({
  colorPrimary: c.brand,
  colorInfo: c.info,
  colorSuccess: c.success,
  colorWarning: c.warning,
  colorError: c.error,
  colorPrimaryText: c['brand-text'],
  colorPrimaryTextHover: c['brand-text'],
  colorPrimaryHover: c['solid-hover'],
  colorPrimaryBorder: c.brand,
  colorLink: c['brand-text'],
  colorLinkHover: c['brand-text'],
  colorLinkActive: c['brand-text'],
  colorPrimaryBg: c.tint,
  colorPrimaryBgHover: c.tint2,
  controlItemBgActive: c.tint,
  controlItemBgActiveHover: c.tint2,
  controlItemBgHover: c.hover,
  colorBgContainer: c.bg,
  colorBgLayout: c.layout,
  colorBgElevated: c.elevated,
  colorBgMask: c.mask,
  colorText: c.text,
  colorTextHeading: c.text,
  colorTextSecondary: c.text2,
  colorTextLabel: c.text2,
  colorTextTertiary: c.text3,
  colorTextDescription: c.text3,
  colorTextPlaceholder: c.text3,
  colorTextQuaternary: c.control,
  colorIcon: c.text3,
  colorIconHover: c.text,
  colorBorder: c.control,
  colorBorderSecondary: c.line,
  colorSplit: c.line,
  colorErrorText: c['error-text'],
  boxShadowSecondary: c.shadow,
})

const components = (c: Colours, now: Look): NonNullable<ThemeConfig['components']> => ({
  Button: {
    fontWeight: 500,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    colorPrimary: c.solid,
    colorPrimaryHover: c['solid-hover'],
    colorPrimaryActive: c['solid-active'],
    colorError: c['danger-button'],
    // A lighter red under the pointer could not be read.
    colorErrorHover: c['danger-button'],
    colorErrorBorderHover: c['danger-button'],
    defaultBorderColor: c.button,
    defaultHoverColor: c['brand-text'],
    defaultHoverBorderColor: c['brand-text'],
    defaultActiveColor: c['brand-text'],
    defaultActiveBorderColor: c['brand-text'],
    defaultBg: now === 'dark' ? 'transparent' : c.bg,
  },
  Table: {
    cellPaddingBlock: 7,
    cellPaddingBlockMD: 6,
    cellPaddingBlockSM: 5,
    cellPaddingInline: 10,
    cellPaddingInlineMD: 10,
    cellPaddingInlineSM: 10,
    headerSplitColor: 'transparent',
    headerBg: c.bg,
    headerColor: c.text3,
    headerSortActiveBg: c.bg,
    headerSortHoverBg: c.hover,
    bodySortBg: 'transparent',
    rowSelectedBg: c.tint,
    rowSelectedHoverBg: c.tint,
    rowHoverBg: c.hover,
    borderColor: c.line,
    headerBorderRadius: 0,
    fontSize: 13.5,
  },
  Tabs: {
    inkBarColor: c.brand,
    itemSelectedColor: c['brand-text'],
    itemHoverColor: c['brand-text'],
    itemActiveColor: c['brand-text'],
    horizontalItemGutter: 22,
    horizontalItemPadding: '9px 2px',
    horizontalMargin: '0',
  },
  Input: { activeBorderColor: c.brand, hoverBorderColor: c.brand, activeShadow: `0 0 0 2px ${c.tint2}` },
  InputNumber: { activeBorderColor: c.brand, hoverBorderColor: c.brand, activeShadow: `0 0 0 2px ${c.tint2}` },
  Select: {
    activeBorderColor: c.brand,
    hoverBorderColor: c.brand,
    activeOutlineColor: c.tint2,
    optionSelectedBg: c.tint,
  },
  Pagination: { itemActiveColor: c['brand-text'], itemActiveBg: c.tint },
  Form: { itemMarginBottom: 14, labelFontSize: 13, verticalLabelPadding: '0 0 4px' },
  Drawer: { paddingLG: 20, footerPaddingBlock: 10, footerPaddingInline: 20 },
  Card: { bodyPadding: 18 },
  Segmented: { trackBg: c.track, itemSelectedBg: now === 'dark' ? c.line : c.bg, itemColor: c.text2 },
  Switch: { colorTextQuaternary: c.control, colorTextTertiary: c.text3 },
  Tooltip: { colorBgSpotlight: c.toast },
})
