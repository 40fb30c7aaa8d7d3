package chain

import "github.com/farebox/farebox/internal/chain/oracle/prices"

// SetPricer prices wallets' tokens by p.
func SetPricer(h *Handlers, p prices.Pricer) { h.prices = p }
