package server

import (
	"context"
	"slices"
	"sync"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// sponsors are who pays the fees of transactions on networks of Solana, as the facilitator said when it was last asked.
type sponsors struct {
	mu        sync.RWMutex
	byNetwork map[string][]string
}

// of are those of a network; the first is named in quotes.
func (s *sponsors) of(network string) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byNetwork[network]
}

// learn takes in what the facilitator says. Who was named in quotes stays so for as long as the facilitator has it: the
// reference names another of its fee payers each time it is asked, and all quotes would change with it.
func (s *sponsors) learn(networks []x402.Network, supported facilitator.Supported) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[string][]string{}
	for _, n := range x402.OfKind(networks, x402.SVM) {
		now := supported.Sponsors(n.CAIP2)
		if before := s.byNetwork[n.CAIP2]; len(before) > 0 {
			if at := slices.Index(now, before[0]); at > 0 {
				now[0], now[at] = now[at], now[0]
			}
		}
		known[n.CAIP2] = now
	}
	s.byNetwork = known
}

// learnSponsors asks the facilitator before the first quote, which names a fee payer where there are networks of
// Solana.
func (s *Server) learnSponsors(ctx context.Context) {
	if len(x402.OfKind(s.parts.Networks, x402.SVM)) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, rpcTimeout)
	defer cancel()
	s.health.probeFacilitator(ctx)
	s.gate.LookAtNetworks()
}
