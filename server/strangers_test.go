package server

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/sdk/go/pay"
)

// byContract is a call that a contract wallet pays for: its signature is nobody's whom the service knows.
func (s *service) byContract(input string, wallet common.Address, from string) *http.Request {
	s.Helper()
	r := s.paid(s.hashCall(input), pay.V2)
	p := s.paymentOf(r)
	p.Payload.Authorization.From = wallet.Hex()
	s.setPayment(r, p)
	r.Header.Set("X-Forwarded-For", from)
	return r
}

// TestOneAddressDoesNotKeepOthersContractWalletsOut: one address sends more payments of contract wallets than
// are checked at once, and their check takes for ever.
func TestOneAddressDoesNotKeepOthersContractWalletsOut(t *testing.T) {
	t.Parallel()
	honest := common.HexToAddress("0x00000000000000000000000000000000000000b1")
	forever := make(chan struct{})
	settler := &scripted{verify: func(r facilitator.Request) (facilitator.Verification, error) {
		if common.HexToAddress(r.Payment.Payload.From()) == honest {
			return facilitator.Verification{Valid: true, Payer: honest.Hex()}, nil
		}
		<-forever
		return facilitator.Verification{Reason: "invalid_signature"}, nil
	}}
	s := start(t, newKey(t), nil, settler.with(false))

	var all sync.WaitGroup
	for i := range 40 {
		r := s.byContract(fmt.Sprint(i), common.BigToAddress(common.Big256), "198.51.100.7")
		all.Go(func() { send(r) })
	}
	await.Until(t, "the first few are checked", func() bool {
		settler.mu.Lock()
		defer settler.mu.Unlock()
		return settler.verified >= 4
	})

	for i := range 20 {
		r := s.byContract(fmt.Sprint("honest", i), honest, "198.51.100.8")
		if a := s.do(r); a.status != http.StatusOK {
			t.Errorf("another's contract wallet: %d %.200s", a.status, a.body)
		}
	}
	close(forever)
	all.Wait()
}
