package evm_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/x402"
)

// walletAt is an EIP-1271 wallet in genesis, burnerAt one that only behaves in simulations.
var (
	walletAt = common.HexToAddress("0x00000000000000000000000000000000000a11e7")
	burnerAt = common.HexToAddress("0x0000000000000000000000000000000000b0b0b0")
)

func walletOptions(t testing.TB, owner common.Address) devchain.Options {
	t.Helper()
	wallet, err := devchain.Wallet(owner)
	if err != nil {
		t.Fatal(err)
	}
	burner, err := devchain.GasBurner()
	if err != nil {
		t.Fatal(err)
	}
	return devchain.Options{
		Accounts: map[common.Address]types.Account{walletAt: wallet, burnerAt: burner},
		Balances: map[common.Address]*big.Int{walletAt: big.NewInt(buyerFunds), burnerAt: big.NewInt(buyerFunds)},
	}
}

func TestVerify(t *testing.T) {
	owner := newKey(t)
	options := walletOptions(t, crypto.PubkeyToAddress(owner.PublicKey))
	options.Mode = devchain.AtOnce
	w := newWorld(t, 4, options, evm.Options{})
	buyer := crypto.PubkeyToAddress(w.buyers[0].PublicKey)
	now := uint64(time.Now().Unix())

	used, usedRequest := w.payment(1, 100)
	w.mustSettle(usedRequest)
	cancelled := w.authorize(crypto.PubkeyToAddress(w.buyers[2].PublicKey), 100)
	w.cancel(2, cancelled.ID())

	edit := func(change func(*eip3009.Authorization)) facilitator.Request {
		a := w.authorize(buyer, 2000)
		change(&a)
		return request(a, w.sign(w.buyers[0], a))
	}
	plain := func(*eip3009.Authorization) {}
	term := func(change func(*facilitator.Request)) facilitator.Request {
		req := edit(plain)
		change(&req)
		return req
	}
	signed := func(from common.Address, sign func(eip3009.Authorization) []byte) facilitator.Request {
		a := w.authorize(from, 2000)
		return request(a, sign(a))
	}
	byOwner := func(a eip3009.Authorization) []byte { return devchain.WalletSignature(w.sign(owner, a)) }
	wrapped := func(a eip3009.Authorization) []byte { return undeployed(byOwner(a)) }

	for _, row := range []struct {
		name   string
		req    facilitator.Request
		reason string // "" is valid
	}{
		{"good", edit(plain), ""},
		{"v written as 0 or 1", signed(buyer, func(a eip3009.Authorization) []byte {
			s := w.sign(w.buyers[0], a)
			s[64] -= 27
			return s
		}), ""},
		{"valid since ten minutes ago", edit(func(a *eip3009.Authorization) { a.ValidAfter.SetUint64(now - 600) }), ""},
		{"addresses in lower case", term(func(r *facilitator.Request) {
			r.Payment.Payload.Authorization.From = strings.ToLower(r.Payment.Payload.Authorization.From)
			r.Requirement.PayTo = strings.ToLower(r.Requirement.PayTo)
			r.Requirement.Asset = strings.ToLower(r.Requirement.Asset)
		}), ""},
		{"everything the buyer has", func() facilitator.Request { _, req := w.payment(3, buyerFunds); return req }(), ""},
		{"contract wallet", signed(walletAt, byOwner), ""},
		{"contract wallet deployed since it signed (ERC-6492)", signed(walletAt, wrapped), ""},

		{"expired", edit(func(a *eip3009.Authorization) { a.ValidBefore.SetUint64(now - 1) }), x402.ReasonValidBefore},
		{"four seconds left", edit(func(a *eip3009.Authorization) { a.ValidBefore.SetUint64(now + 4) }), x402.ReasonValidBefore},
		{"not yet valid", edit(func(a *eip3009.Authorization) { a.ValidAfter.SetUint64(now + 60) }), x402.ReasonValidAfter},
		{"one unit too little", term(func(r *facilitator.Request) { r.Requirement.Amount = "2001" }), x402.ReasonValueMismatch},
		{"one unit too much", term(func(r *facilitator.Request) { r.Requirement.Amount = "1999" }), x402.ReasonValueMismatch},
		{"to somebody else", edit(func(a *eip3009.Authorization) { a.To = buyer }), x402.ReasonRecipientMismatch},
		{"more than the buyer has", edit(func(a *eip3009.Authorization) { a.Value.SetUint64(buyerFunds + 1) }), x402.ReasonInsufficientFunds},
		{"signed by another key", signed(buyer, func(a eip3009.Authorization) []byte { return w.sign(w.buyers[3], a) }), x402.ReasonSignature},
		{"signed for another value", signed(buyer, func(a eip3009.Authorization) []byte {
			a.Value.SetUint64(1)
			return w.sign(w.buyers[0], a)
		}), x402.ReasonSignature},
		{"signed for another network's token name", signed(buyer, func(a eip3009.Authorization) []byte {
			domain := eip3009.DomainOf(x402.Builtin()[0])
			domain.Name = "USDC"
			s, err := eip3009.Sign(w.buyers[0], a.Digest(domain.Separator()))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}), x402.ReasonSignature},
		{"mirrored signature with high s", signed(buyer, func(a eip3009.Authorization) []byte { return mirrored(w.sign(w.buyers[0], a)) }), x402.ReasonSignature},
		{"v of 29", signed(buyer, func(a eip3009.Authorization) []byte { s := w.sign(w.buyers[0], a); s[64] = 29; return s }), x402.ReasonSignature},
		{"64 bytes", signed(buyer, func(a eip3009.Authorization) []byte { return w.sign(w.buyers[0], a)[:64] }), x402.ReasonSignature},
		{"contract wallet, signed by a stranger", signed(walletAt, func(a eip3009.Authorization) []byte {
			return devchain.WalletSignature(w.sign(w.buyers[0], a))
		}), x402.ReasonSignature},
		{"contract wallet, the owner's bare signature", signed(walletAt, func(a eip3009.Authorization) []byte { return w.sign(owner, a) }), x402.ReasonSignature},
		{
			"wallet that is not deployed, of any factory (ERC-6492)",
			signed(common.Address{0xde, 0xad}, wrapped),
			x402.ReasonFactoryNotAllowed,
		},
		{"malformed ERC-6492", signed(walletAt, func(eip3009.Authorization) []byte { return hexutil.MustDecode("0x" + strings.Repeat("6492", 16)) }), x402.ReasonInvalidPayload},
		{"used nonce", usedRequest, x402.ReasonNonceUsed},
		{"used nonce, another value", func() facilitator.Request {
			a := used
			a.Value.SetUint64(200)
			return request(a, w.sign(w.buyers[1], a))
		}(), x402.ReasonNonceUsed},
		{"cancelled nonce", request(cancelled, w.sign(w.buyers[2], cancelled)), x402.ReasonNonceUsed},

		{"other scheme", term(func(r *facilitator.Request) { r.Requirement.Scheme = "upto" }), x402.ReasonInvalidScheme},
		{"scheme echoed differently", term(func(r *facilitator.Request) { r.Payment.Accepted.Scheme = "upto" }), x402.ReasonInvalidScheme},
		{"network not served", term(func(r *facilitator.Request) { r.Requirement.Network = "eip155:1" }), x402.ReasonInvalidNetwork},
		{"signed for another network", term(func(r *facilitator.Request) { r.Payment.Accepted.Network = "eip155:84532" }), x402.ReasonInvalidNetwork},
		{"other token", term(func(r *facilitator.Request) { r.Requirement.Asset = buyer.Hex() }), x402.ReasonInvalidRequirements},
		{"other token name", term(func(r *facilitator.Request) { r.Requirement.Extra.Name = "USDC" }), x402.ReasonInvalidRequirements},
		{"price is no number", term(func(r *facilitator.Request) { r.Requirement.Amount = "0.002" }), x402.ReasonInvalidRequirements},
		{"receiver is no address", term(func(r *facilitator.Request) { r.Requirement.PayTo = "me" }), x402.ReasonInvalidRequirements},
		{"nonce too short", term(func(r *facilitator.Request) { r.Payment.Payload.Authorization.Nonce = "0x12" }), x402.ReasonInvalidPayload},
		{"no signature", term(func(r *facilitator.Request) { r.Payment.Payload.Signature = "" }), x402.ReasonInvalidPayload},
		{"nothing at all", facilitator.Request{}, x402.ReasonInvalidScheme},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := w.f.Verify(t.Context(), row.req)
			if err != nil {
				t.Fatal(err)
			}
			if got.Valid != (row.reason == "") || got.Reason != row.reason {
				t.Errorf("got %+v, want reason %q", got, row.reason)
			}
			if got.Valid && !strings.EqualFold(got.Payer, row.req.Payment.Payload.Authorization.From) {
				t.Errorf("payer %s", got.Payer)
			}
			// What verify refuses, settle refuses too, and what it takes settles.
			if row.name == "four seconds left" || row.name == "used nonce" {
				return // these answer something else, see their own tests
			}
			settled, err := w.f.Settle(t.Context(), row.req)
			if err != nil {
				t.Fatal(err)
			}
			reason := row.reason
			if reason == x402.ReasonNonceUsed {
				reason = x402.ReasonTransferFails // "used" alone could be this payment's own success
			}
			want := map[bool]facilitator.Outcome{true: facilitator.Settled, false: facilitator.Refused}[got.Valid]
			if settled.Outcome != want || settled.Reason != reason {
				t.Errorf("settle: %+v", settled)
			}
		})
	}
}

func TestVerifyWithoutAnEndpointIsNoVerdict(t *testing.T) {
	var w *world
	line := newLine(t, func() string { return w.chain.RPCURL() })
	w = newWorld(t, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{}, line.URL)
	_, req := w.payment(0, 5)
	line.dead.Store(true)
	if got, err := w.f.Verify(t.Context(), req); !errors.Is(err, ethrpc.ErrUnavailable) {
		t.Errorf("verdict %+v, error %v", got, err)
	}
	if status := w.f.Status()[0]; status.LastError == "" {
		t.Error("the status hides the trouble")
	}
	line.dead.Store(false)
	if got, err := w.f.Verify(t.Context(), req); err != nil || !got.Valid {
		t.Errorf("after that: %+v, %v", got, err)
	}
}

func TestCheckFindsAWrongTokenNameAtStart(t *testing.T) {
	w := newWorld(t, 0, devchain.Options{Mode: devchain.Manual}, evm.Options{})
	check := func(n x402.Network) error {
		return eip3009.NewChain(w.client(), n, eip3009.Settings{}).CheckDomain(t.Context())
	}
	if err := check(w.network); err != nil {
		t.Errorf("right configuration: %v", err)
	}
	for _, row := range []struct {
		why, part string
		change    func(*x402.Network)
	}{
		{"name of another network's token", `the token says "USD Coin", version "2"`, func(n *x402.Network) { n.AssetName = "USDC" }},
		{"version", "EIP-712", func(n *x402.Network) { n.AssetVersion = "1" }},
		{"chain", "serves chain 8453", func(n *x402.Network) { n.ChainID = 84532 }},
		{"decimals", "6 decimals", func(n *x402.Network) { n.Decimals = 18 }},
		{"no contract", "DOMAIN_SEPARATOR", func(n *x402.Network) { n.Asset = payTo }},
	} {
		n := x402.Builtin()[0]
		row.change(&n)
		if err := check(n); err == nil || !strings.Contains(err.Error(), row.part) {
			t.Errorf("%s: error %v", row.why, err)
		}
	}
}

func TestSupportedNamesBothProtocolVersions(t *testing.T) {
	f, err := evm.New(x402.Builtin()[:2], nil, newKey(t), evm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := f.Supported(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, kind := range got.Kinds {
		names = append(names, kind.Network)
	}
	if strings.Join(names, " ") != "eip155:8453 base eip155:84532 base-sepolia" {
		t.Errorf("kinds %+v", got.Kinds)
	}
	if signers := got.Signers["eip155:*"]; len(signers) != 1 || signers[0] != f.Address().Hex() {
		t.Errorf("signers %v", got.Signers)
	}
}

// cancel makes a nonce of buyer i worthless. Anyone may hand in a cancellation.
func (w *world) cancel(i int, id eip3009.ID) common.Hash {
	w.t.Helper()
	hash := w.sendCancel(i, id)
	w.until("the cancellation", func() bool {
		_, err := w.chain.Client().TransactionReceipt(w.t.Context(), hash)
		return err == nil
	})
	return hash
}

func (w *world) sendCancel(i int, id eip3009.ID) common.Hash {
	w.t.Helper()
	separator := eip3009.DomainOf(x402.Builtin()[0]).Separator()
	signature, err := eip3009.Sign(w.buyers[i], eip3009.CancelDigest(separator, id))
	if err != nil {
		w.t.Fatal(err)
	}
	data, err := eip3009.PackCancel(id, signature)
	if err != nil {
		w.t.Fatal(err)
	}
	tx, err := w.chain.Transact(w.t.Context(), w.chain.SettlementKey(), w.chain.Token(), data)
	if err != nil {
		w.t.Fatal(err)
	}
	return tx.Hash()
}

// mirrored is the other signature that the same key could have made, with s in the upper half.
func mirrored(signature []byte) []byte {
	order := uint256.MustFromHex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	s := new(uint256.Int).Sub(order, new(uint256.Int).SetBytes32(signature[32:64]))
	s.WriteToSlice(signature[32:64])
	signature[64] = 27 + 28 - signature[64]
	return signature
}

// undeployed wraps a signature as ERC-6492 says, with a factory that is on nobody's list.
func undeployed(inner []byte) []byte {
	return eip3009.Deployment{
		Factory: payTo,
		Call:    []byte("deploy"),
	}.Wrap(inner)
}
