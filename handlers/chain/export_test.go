package chain

// SetPricer gives wallets' tokens the prices of p.
func SetPricer(h *Handlers, p Pricer) { h.prices = p }
