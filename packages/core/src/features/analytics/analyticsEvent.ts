/** The server does not take events from this site. */
export type AnalyticsEvent = { type: 'analytics/refused'; origin: string }
