export type ThemeMode = 'light' | 'dark'

export type ThemeVariables = Readonly<Record<string, string | number>>

export type Theme = { mode: ThemeMode; variables: ThemeVariables }

export type ThemeEvent =
  | { type: 'theme/modeChanged'; mode: ThemeMode }
  | { type: 'theme/variablesChanged'; variables: ThemeVariables }
