package chain

// SetPricer prices wallets' tokens by p.
func SetPricer(h *Handlers, p Pricer) { h.prices = p }
