package main

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// devNode is where farebox dev serves its chain by default.
const devNode = "http://127.0.0.1:8545"

// withdraw takes the next step to get back what is left in the channel, without the seller.
func (c *payCmd) withdraw(wallet *pay.Transport, req *http.Request) error {
	terms, err := c.terms(wallet, req)
	if err != nil {
		return c.failure(err)
	}
	node, err := c.node(terms.Asset)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	done, err := wallet.Withdraw(req.Context(), *terms, node)
	if err != nil {
		return c.failure(err)
	}

	fmt.Fprintln(c.Stderr, "withdraw "+withdrawalText(done))
	if err := c.printJSON(done); err != nil {
		return &exitError{exitFailed, fmt.Errorf("print the withdrawal: %w", err)}
	}
	return nil
}

// withdrawalText says how far a withdrawal is.
func withdrawalText(w *pay.Withdrawal) string {
	switch w.State {
	case pay.WithdrawalNothing:
		return "nothing is left in the channel"
	case pay.WithdrawalDone:
		return fmt.Sprintf("ended in %s: up to $%s, less what the seller has claimed", w.Transaction, w.AmountUSD)
	}
	return fmt.Sprintf("of up to $%s is under way: repeat the command at %s or later",
		w.AmountUSD, w.ReadyAt.Format(time.RFC3339))
}

// terms are those of --terms, or else the seller's.
func (c *payCmd) terms(wallet *pay.Transport, req *http.Request) (*pay.ChannelTerms, error) {
	if c.Terms == "" {
		return wallet.ChannelTerms(req)
	}
	parts := strings.Split(c.Terms, ",")
	if len(parts) != 3 {
		return nil, errTerms
	}
	delay, err := strconv.ParseUint(parts[2], 10, 40)
	if err != nil {
		return nil, errTerms
	}
	return &pay.ChannelTerms{
		PayTo:         parts[0],
		Authorizer:    parts[1],
		WithdrawDelay: delay,
		Asset:         pay.BaseUSDC,
	}, nil
}

var errTerms = errors.New("--terms: give PAYTO,AUTHORIZER,SECONDS as they were shown at the deposit")

// termsText is what --terms reads.
func termsText(t *pay.ChannelTerms) string {
	return fmt.Sprintf("%s,%s,%d", t.PayTo, t.Authorizer, t.WithdrawDelay)
}

// node is the URL of a node of the asset's chain.
func (c *payCmd) node(asset pay.Asset) (string, error) {
	switch {
	case c.Node != "":
		return c.Node, nil
	case c.Dev:
		return devNode, nil
	}
	for _, n := range x402.Builtin() {
		if n.CAIP2 == asset.Network {
			return n.RPCURLs[0], nil
		}
	}
	return "", fmt.Errorf("--rpc: give a node of %s", asset.Network)
}
