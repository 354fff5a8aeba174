export { baseAccount } from '@billfold/core/connectors/injected/baseAccount/baseAccount'
export type { BaseAccountOptions } from '@billfold/core/connectors/injected/baseAccount/baseAccountOptions'
export type { SiteConnector } from '@billfold/core/model/siteConnector'
