package upstream

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/cost"
)

// Settings that every provider has beside its address, see [Provider].
const (
	costVariable   = "COST_USD"
	budgetVariable = "BUDGET"
)

// budgetTime is what a budget is for.
const budgetTime = 24 * time.Hour

// pay books what an answered request costs.
func (c *Client) pay(ctx context.Context) {
	if c.cost == 0 {
		return
	}
	c.pool.meter(costTotal, c.cost.USD().InexactFloat64(), c.provider.Name)
	Spend(ctx, c.cost)
}

// readCost reads what a request costs. No declaration says it: it is a matter of the operator's plan.
func (c *Client) readCost() error {
	name := c.provider.variable(costVariable)
	text, set := c.pool.lookup(name)
	if !set {
		return nil
	}
	amount, err := cost.Parse(text)
	if err != nil {
		return fmt.Errorf("%s %w", name, err)
	}
	c.cost = amount
	return nil
}

// budgetSetting reads UPSTREAM_<NAME>_BUDGET: a number of requests, or dollars with a leading $.
func (c *Client) budgetSetting() (daily Quota, ok bool, err error) {
	name := c.provider.variable(budgetVariable)
	text, set := c.pool.lookup(name)
	if !set || text == "" {
		return Quota{}, false, nil
	}

	requests, err := c.budgetRequests(text)
	if err != nil {
		return Quota{}, false, fmt.Errorf("%s %w", name, err)
	}
	return Quota{
		Requests: requests,
		Per:      budgetTime,
	}, true, nil
}

// budgetRequests is how many requests a budget allows. Dollars are divided by what one costs.
func (c *Client) budgetRequests(text string) (int, error) {
	wrong := fmt.Errorf("must be requests from 1 to %d, such as 500, or dollars such as $2.50", quotaCap)
	dollars, isMoney := strings.CutPrefix(text, "$")
	if !isMoney {
		requests, err := strconv.Atoi(text)
		if err != nil || requests < 1 || requests > quotaCap {
			return 0, wrong
		}
		return requests, nil
	}

	sum, err := decimal.NewFromString(dollars)
	if err != nil || sum.Sign() <= 0 {
		return 0, wrong
	}
	if c.cost == 0 {
		return 0, fmt.Errorf("is in dollars, and %s is not set", c.provider.variable(costVariable))
	}
	requests := sum.Div(c.cost.USD()).Floor()
	if requests.LessThan(decimal.NewFromInt(1)) || requests.GreaterThan(decimal.NewFromInt(quotaCap)) {
		return 0, fmt.Errorf("must pay for 1 to %d requests at $%s each", quotaCap, c.cost)
	}
	return int(requests.IntPart()), nil
}

// noRoom notes that the fleet has no room for a request for so long. Which of the limits that was it does not say; a
// wait of minutes can only be seen as the budget's.
func (c *Client) noRoom(wait time.Duration) {
	if c.quotas.budget == nil || wait < time.Minute {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spentUntil = c.pool.now().Add(wait)
}

// budgetWait is the time until the operator's budget has room; 0 while it has.
func (c *Client) budgetWait() time.Duration {
	if c.quotas.budget == nil {
		return 0
	}
	now := c.pool.now()
	wait := c.quotas.unspent(now, c.pool.share())
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(wait, c.spentUntil.Sub(now))
}

// Spent are the providers whose budget is spent, with the time until it has room again. It answers from memory.
func (p *Pool) Spent() map[string]time.Duration {
	if !p.budgeted.Load() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var spent map[string]time.Duration
	for name, c := range p.clients {
		if wait := c.budgetWait(); wait > 0 {
			if spent == nil {
				spent = map[string]time.Duration{}
			}
			spent[name] = wait
		}
	}
	return spent
}
