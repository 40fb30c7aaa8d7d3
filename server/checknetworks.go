package server

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// NetworkCheck is the verdict on a network that payments are taken on.
type NetworkCheck struct {
	Network string `json:"network"` // CAIP-2
	Name    string `json:"name"`
	Token   string `json:"token"`
	PayTo   string `json:"pay_to,omitempty"`
	Detail  string `json:"detail,omitempty"` // what keeps payments from being taken; "" when all is well
}

// checkNetworks asks each chain whether the token is the one that is configured, and on Solana whether the seller has
// an account for it.
func (c *Config) checkNetworks(ctx context.Context) ([]NetworkCheck, error) {
	networks, err := c.PaymentNetworks()
	if err != nil {
		return nil, err
	}
	chains, closeAll, err := newChains(networks, rpcTimeout)
	if err != nil {
		return nil, err
	}
	defer closeAll()

	found := make([]NetworkCheck, len(networks))
	var all sync.WaitGroup
	for i, n := range networks {
		all.Go(func() {
			found[i] = NetworkCheck{
				Network: n.CAIP2,
				Name:    n.Name,
				Token:   n.Token(),
				PayTo:   n.PayTo,
			}
			if err := chains[n.CAIP2].check(ctx); err != nil {
				found[i].Detail = err.Error()
			}
		})
	}
	all.Wait()
	return found, nil
}

func (c *Checkup) networkLines(b *strings.Builder) {
	if len(c.Networks) > 0 {
		b.WriteString("\n")
	}
	for _, n := range c.Networks {
		status := "ok"
		if n.Detail != "" {
			status = "wrong"
		}
		fmt.Fprintf(b, "%-15s network %-20s token %s", status, n.Name, n.Token)
		if n.Detail != "" {
			b.WriteString("  " + n.Detail)
		}
		b.WriteString("\n")
	}
}
