package evm

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Payments of contract wallets: accounts that run code, and those that do not exist yet and say how they
// come to be (ERC-6492).
//
// A wallet that is not deployed is deployed in the transaction that makes its payment: Multicall3 calls
// the factory and then the token. The factory's call may fail, because somebody else may have deployed the
// wallet meanwhile. The transfer may not: without it the deployment is taken back too, so that nobody gets a
// wallet for nothing. The factory sees Multicall3 as its caller, which holds nothing, and never the
// settlement key.

// DefaultFactories are those of Coinbase Smart Wallet, versions 1.1 and 1, at the same addresses on every
// chain. Source: README of github.com/coinbase/smart-wallet.
func DefaultFactories() []common.Address {
	return []common.Address{
		common.HexToAddress("0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842"),
		common.HexToAddress("0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a"),
	}
}

// maxWasted deployments in wastedWindow may fail in a block although their simulation succeeded. Then no
// more are paid for until the window has passed. Anyone can sign for any number of wallets that do not
// exist, so that shutting out single payers does not bound the gas that is lost.
const (
	maxWasted    = 5
	wastedWindow = time.Hour
)

// wasted is when deployments failed in a block, oldest first.
type wasted []time.Time

// add notes a failed deployment and forgets what has left the window.
func (w *wasted) add(now time.Time) {
	old := 0
	for old < len(*w) && now.Sub((*w)[old]) > wastedWindow {
		old++
	}
	*w = append((*w)[old:], now)
}

// tooMany says that no more deployments are to be paid for now.
func (w wasted) tooMany(now time.Time) bool {
	return len(w) >= maxWasted && now.Sub(w[len(w)-maxWasted]) <= wastedWindow
}

// deployable refuses the deployment of a payment's wallet, or is nil.
func (s *settler) deployable(p *payment) *refusal {
	switch {
	case p.deployment == nil:
		return refuse(s.words.signature, "%s", p.flaw)
	case s.network.Permit2:
		return refuse(x402.ReasonUndeployedWallet,
			"the payer's contract wallet is not deployed, so that it has not approved Permit2")
	case p.deployment.Factory == (common.Address{}) || len(p.deployment.Call) == 0:
		return refuse(x402.ReasonUndeployedWallet,
			"the payer's contract wallet is not deployed, and its signature names no call that would deploy it")
	case !s.factories[p.deployment.Factory]:
		return refuse(x402.ReasonFactoryNotAllowed,
			"the payer's contract wallet is not deployed, and its factory %s is not allowed to deploy it here",
			p.deployment.Factory)
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wasted.tooMany(s.options.Now()) {
		return refuse(x402.ReasonUndeployedWallet,
			"wallets are not deployed for now, because too many deployments failed; deploy the wallet and pay again")
	}
	return nil
}

// judgeWallet completes the finding on a contract wallet's payment.
func (s *settler) judgeWallet(p *paymentInquiry, f *finding) {
	trial := p.deployed
	if !f.code {
		if f.refused = s.deployable(p.payment); f.refused != nil {
			return
		}
		if p.deploying == nil { // it became deployable since the question was put
			f.refused = refuse(x402.ReasonUndeployedWallet, "the payer's contract wallet is not deployed")
			return
		}
		trial = p.deploying
		f.deploys = true
	}

	f.gas = uint64(trial.estimate)
	switch {
	case f.deploys && !trial.deployment.Success:
		f.refused = refuse(x402.ReasonDeploymentFailed,
			"the call that deploys the payer's contract wallet fails: %s", reasonOf(trial.deployment.Data))
	case f.deploys && trial.signed.Success && len(trial.signed.Data) == 0:
		f.refused = refuse(x402.ReasonUndeployedWallet, "the factory's call deploys no wallet at the payer's address")
	case !trial.accepted():
		f.refused = refuse(s.words.signature, "the payer's contract wallet does not accept the signature")
	default:
		f.refused = s.short(p.payment, f)
	}

	if f.refused == nil {
		f.refused = s.flaw(trial.transfer, p.payment)
	}
	if f.refused == nil && f.gas > s.maxGas(f.deploys) {
		f.refused = s.tooMuchGas(f)
	}
}

// wallet says that the payment runs code of the payer's.
func (f *finding) wallet() bool { return f.code || f.deploys }

// mayTryAgain says that a contract wallet's payment may have another transaction: the first, or, after one in
// which the deployment failed, the second if the wallet exists now. Then somebody else was faster.
func (j *job) mayTryAgain(f *finding) bool {
	return j.attempts == 0 || j.attempts == 1 && j.deployments == 1 && f.code
}

// maxGas is the most gas spent on a contract wallet's payment.
func (s *settler) maxGas(deploys bool) uint64 {
	if deploys {
		return s.options.MaxDeployGas
	}
	return s.options.MaxWalletGas
}

func (s *settler) tooMuchGas(f *finding) *refusal {
	return refuse(s.words.simulated, "the payment takes %d gas, at most %d is paid for", f.gas, s.maxGas(f.deploys))
}

// transactionOf is the call that makes a payment in a transaction of its own.
func (s *settler) transactionOf(p *payment, deploys bool) (to common.Address, data []byte) {
	if !deploys {
		return s.method.target(), p.call
	}
	return s.options.Multicall, eip3009.PackAggregate([]eip3009.Call{
		{
			Target: p.deployment.Factory,
			Data:   p.deployment.Call,
		},
		{
			Target: s.method.target(),
			Data:   p.call,
			Needed: true,
		},
	})
}

// noteWasted counts a transaction that should have deployed a payment's wallet and did not pay.
func (s *settler) noteWasted(j *job) {
	now := s.options.Now()
	s.mu.Lock()
	j.deployments++
	s.wasted.add(now)
	stopped := s.wasted.tooMany(now)
	s.mu.Unlock()

	s.options.Log.Warn("the deployment of a wallet failed in a block though its simulation succeeded",
		"network", s.network.CAIP2, "no_more_for_now", stopped)
}
