package payment

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/payment/x402"
)

// market is on which networks the seller takes payments at a moment. Quotes are made for one.
type market struct {
	networks []x402.Network // all of the seller's, in its order
	open     []x402.Network // those on which payments can be settled
}

// errNoSponsor says why a network of Solana is closed.
var errNoSponsor = errors.New("the facilitator names nobody who pays the fees of its transactions")

// marketEvery is how long a market is valid before it is checked again. Payments on a network that has closed since are
// refused all the same, see [Gate.closed].
const marketEvery = time.Second

// market is that of now. What closes a network is known from memory, so that no request waits for a chain. A market
// without an open network, as at the start, is looked at each time.
func (g *Gate) market() *market {
	now := g.opt.Now().UnixNano()
	looked := g.looked.Load()
	stood := g.trade.Load()
	if stood != nil && len(stood.open) > 0 &&
		(now-looked < int64(marketEvery) || !g.looked.CompareAndSwap(looked, now)) {
		return stood
	}

	m := g.lookAtMarket()
	if stood != nil && reflect.DeepEqual(m, stood) {
		return stood
	}
	g.trade.Store(m)
	return m
}

// LookAtNetworks makes the next quote use the networks that are open then, without delay.
func (g *Gate) LookAtNetworks() { g.looked.Store(0) }

func (g *Gate) lookAtMarket() *market {
	m := &market{}
	for _, n := range g.opt.Seller.Networks {
		n.Sponsors = g.opt.Sponsors(n.CAIP2)
		m.networks = append(m.networks, n)
		if g.settles(n) == nil {
			m.open = append(m.open, n)
		}
	}
	return m
}

// Settles says why payments on a network (CAIP-2) cannot be settled now; nil says that they can.
func (g *Gate) Settles(network string) error {
	n, ok := x402.NetworkNamed(g.opt.Seller.Networks, network)
	if !ok {
		return errors.New("payments are not taken on it")
	}
	return g.settles(n)
}

// settles is Settles of a network that is known.
func (g *Gate) settles(n x402.Network) error {
	if n.Kind == x402.SVM && len(g.opt.Sponsors(n.CAIP2)) == 0 {
		return errNoSponsor
	}
	return g.opt.Settles(n.CAIP2)
}

// widest is the market with all networks open. A fee payer that is not known yet is as long as any.
func widest(networks []x402.Network) *market {
	const longest = 44 // letters of an address of Solana
	all := slices.Clone(networks)
	for i := range all {
		if all[i].Kind == x402.SVM {
			all[i].Sponsors = []string{strings.Repeat("1", longest)}
		}
	}
	return &market{
		networks: all,
		open:     all,
	}
}

// isOpen says that payments on a network can be settled.
func (m *market) isOpen(network string) bool {
	_, ok := x402.NetworkNamed(m.open, network)
	return ok
}

// ways are the ways to pay that buyers are offered: exact ones, and behind them by channel where the network is open.
func (m *market) ways(exact []x402.Requirement, channels []channelOffer) []x402.Requirement {
	all := slices.Clone(exact)
	for _, c := range channels {
		if m.isOpen(c.requirement.Network) {
			all = append(all, c.requirement)
		}
	}
	return all
}
