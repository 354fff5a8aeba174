import { Component, CUSTOM_ELEMENTS_SCHEMA, DestroyRef, inject, signal } from '@angular/core'
import { appKit } from './wallets'

@Component({
  selector: 'app-header',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <header>
      <appkit-button></appkit-button>
      @if (account().isConnected) {
        <p>{{ account().address }}</p>
      }
    </header>
  `,
})
export class Header {
  protected readonly account = signal(appKit.getAccount())

  constructor() {
    inject(DestroyRef).onDestroy(appKit.subscribeAccount((now) => this.account.set(now)))
  }
}
