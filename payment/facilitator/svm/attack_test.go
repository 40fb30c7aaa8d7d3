package svm_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	facilitatorsvm "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
)

// Places of the calls of a stock payment.
const (
	units = iota
	microlamports
	transfer
	note
)

// attack is what somebody sends who wants more than is paid for, or the fee payer's money.
type attack struct {
	why   string
	order func(w *world, o *svmtest.Order) // changes the payment before it is signed
	wire  func(w *world, signed string) string
	asked func(w *world, r *facilitator.Request) // changes what the seller asks
	want  string                                 // the reason
	taken bool                                   // by Settle, which would win the race
	// reference is what the reference facilitator says where it does not say the same: another reason, or takes.
	reference string
	// devOnly is why the attack runs on our dev chain alone; "" when it runs on Solana's machine too.
	devOnly string
}

// somebody is whom nobody knows.
var somebody = svm.AddressOf(svmtest.Key(8))

// leastAttacks is how many rows the table had when docs/payments/solana.md was last written.
const leastAttacks = 68

// takes: the reference facilitator sees nothing wrong.
const takes = "takes"

func attacks() []attack {
	return []attack{
		// The money.
		{why: "one unit less", want: svm.ReasonAmount, order: func(w *world, o *svmtest.Order) {
			o.Calls[transfer] = w.pays(o, w.seller, price-1)
		}},
		{why: "one unit more: the buyer has not read the price", want: svm.ReasonAmount,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[transfer] = w.pays(o, w.seller, price+1)
			}},
		{why: "nothing", want: svm.ReasonAmount, order: func(w *world, o *svmtest.Order) {
			o.Calls[transfer] = w.pays(o, w.seller, 0)
		}},
		{why: "an amount that wraps around in 32 bits", want: svm.ReasonAmount,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[transfer] = w.pays(o, w.seller, 1<<32+price)
			}},
		{why: "another token with the same decimals", want: svm.ReasonMint, order: func(w *world, o *svmtest.Order) {
			fake := w.chain.Network()
			fake.Mint = somebody
			o.Calls[transfer] = svmtest.Transfer(w, fake, svm.AddressOf(o.Buyer), w.seller, price)
		}},
		{why: "the right token between accounts of another", want: svm.ReasonReceiver,
			order: func(w *world, o *svmtest.Order) {
				fake := w.chain.Network()
				fake.Mint = somebody
				buyer := svm.AddressOf(o.Buyer)
				o.Calls[transfer] = svmtest.TransferBetween(w.chain.Network(), svmtest.Held(w, fake, buyer),
					svmtest.Held(w, fake, w.seller), buyer, price)
			}},
		{why: "other decimals", reference: svm.ReasonSimulation, want: svm.ReasonMint,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[transfer].Data[9] = 9
			}},
		{why: "to the attacker", want: svm.ReasonReceiver, order: func(w *world, o *svmtest.Order) {
			o.Calls[transfer] = w.pays(o, svm.AddressOf(w.attacker), price)
		}},
		{why: "to the seller's wallet and not its token account", want: svm.ReasonReceiver,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[transfer].Accounts[2].Address = w.seller
			}},
		{why: "back to the buyer", want: svm.ReasonReceiver, order: func(w *world, o *svmtest.Order) {
			o.Calls[transfer] = w.pays(o, svm.AddressOf(o.Buyer), price)
		}},
		{why: "the seller pays itself: no money moves", reference: svm.ReasonSimulation, want: svm.ReasonSelf,
			order: func(w *world, o *svmtest.Order) {
				o.Buyer = svmtest.Key(3)
				o.Calls[transfer] = svmtest.Transfer(w, w.chain.Network(), w.seller, w.seller, price)
			}},
		{why: "more than the payer has", reference: svm.ReasonSimulation, want: x402.ReasonInsufficientFunds,
			order: func(w *world, o *svmtest.Order) {
				o.Buyer = svmtest.Key(5)
				if err := w.chain.Open(svm.AddressOf(o.Buyer), price-1); err != nil {
					w.Fatal(err)
				}
				o.Calls[transfer] = w.pays(o, w.seller, price)
			}},
		{why: "from an account that is not there", want: svm.ReasonSimulation, order: func(w *world, o *svmtest.Order) {
			o.Buyer = svmtest.Key(8)
			o.Calls[transfer] = svmtest.Transfer(w, w.chain.Network(), somebody, w.seller, price)
		}},
		{why: "out of another's account", want: svm.ReasonSimulation, order: func(w *world, o *svmtest.Order) {
			o.Calls[transfer].Accounts[0].Address = svmtest.Held(w, w.chain.Network(), svm.AddressOf(w.attacker))
		}},
		{why: "from a frozen account", want: svm.ReasonSimulation, order: func(w *world, o *svmtest.Order) {
			o.Buyer = svmtest.Key(6)
			if err := w.chain.Open(svm.AddressOf(o.Buyer), price); err != nil {
				w.Fatal(err)
			}
			if err := w.chain.Freeze(svm.AddressOf(o.Buyer)); err != nil {
				w.Fatal(err)
			}
			o.Calls[transfer] = w.pays(o, w.seller, price)
		}},

		// The fee payer's money.
		{why: "out of the fee payer's tokens, by its own signature", want: svm.ReasonSponsorPays,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[transfer] = svmtest.Transfer(w, w.chain.Network(), w.sponsor, w.seller, price)
			}},
		{why: "out of the fee payer's tokens, as one to whom they are lent", reference: svm.ReasonSimulation, want: svm.ReasonSponsorPays,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[transfer].Accounts[0].Address = svmtest.Held(w, w.chain.Network(), w.sponsor)
			}},
		{why: "out of another's account that is lent to the fee payer", want: svm.ReasonSponsorPays,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[transfer] = svmtest.TransferBetween(w.chain.Network(),
					svmtest.Held(w, w.chain.Network(), svm.AddressOf(w.attacker)),
					svmtest.Held(w, w.chain.Network(), w.seller), w.sponsor, price)
			}},
		{why: "SOL of the fee payer behind the transfer", want: svm.ReasonFifth,
			order: func(w *world, o *svmtest.Order) {
				o.Calls = append(o.Calls, svmtest.Lamports(w.sponsor, svm.AddressOf(w.attacker), 1_000_000))
			}},
		{why: "SOL of the fee payer in front of it", want: svm.ReasonUnits, order: func(w *world, o *svmtest.Order) {
			o.Calls = slices.Insert(o.Calls, 0, svmtest.Lamports(w.sponsor, svm.AddressOf(w.attacker), 1_000_000))
		}},
		{why: "a program that would be given the fee payer's signature", want: svm.ReasonFifth,
			order: func(w *world, o *svmtest.Order) {
				o.Calls = append(o.Calls, svmtest.Call{
					Program:  somebody,
					Accounts: []svmtest.Account{{Address: w.sponsor, Signs: true, Writes: true}},
				})
			}},
		{why: "a note in the fee payer's name", reference: takes, want: svm.ReasonSponsorNamed,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[note].Accounts = []svmtest.Account{{Address: w.sponsor, Signs: true}}
			}},
		{why: "an assertion about the fee payer", reference: takes, want: svm.ReasonSponsorNamed,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[units] = svmtest.Units(60_000)
				o.Calls = append(o.Calls, svmtest.Call{
					Program:  svm.LighthouseProgram,
					Accounts: []svmtest.Account{{Address: w.sponsor}},
				})
			}},
		{why: "the fee payer as the second signer of a note", reference: takes, want: svm.ReasonSponsorNamed,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[units] = svmtest.Units(60_000)
				call := &o.Calls[note]
				call.Accounts = append(call.Accounts, svmtest.Account{Address: svm.AddressOf(o.Buyer), Signs: true},
					svmtest.Account{Address: w.sponsor, Signs: true})
			}},
		{why: "a price of a unit beyond the specification", want: svm.ReasonPriceTooHigh,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[units] = svmtest.Units(1) // so that the whole fee is within its bound
				o.Calls[microlamports] = svmtest.Price(5_000_001)
			}},
		{why: "a price within it that costs a dollar in all", reference: takes, want: svm.ReasonPriceTooHigh,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[units] = svmtest.Units(200_000)
				o.Calls[microlamports] = svmtest.Price(5_000_000)
			}},
		{why: "a priority fee one lamport beyond the bound", reference: svm.ReasonSimulation, want: svm.ReasonPriceTooHigh,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[units] = svmtest.Units(10_000)
				o.Calls[microlamports] = svmtest.Price(1_000_001)
			}},
		{why: "a product of price and units that wraps around", want: svm.ReasonPriceTooHigh,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[microlamports] = svmtest.Price(1<<64 - 1)
			}},
		{why: "more units than a payment takes", reference: takes, want: svm.ReasonUnitsTooHigh,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[units] = svmtest.Units(1_400_000)
			}},
		{why: "a third signature, which the fee payer pays for", reference: takes, want: svm.ReasonSigners,
			order: func(w *world, o *svmtest.Order) {
				o.Calls[note].Accounts = []svmtest.Account{{Address: svm.AddressOf(w.attacker), Signs: true}}
				o.Signers = []ed25519.PrivateKey{w.attacker}
			}},
		{why: "another fee payer", want: svm.ReasonFeePayer, order: func(_ *world, o *svmtest.Order) {
			o.FeePayer = somebody
		}},
		{why: "the buyer as fee payer", want: svm.ReasonFeePayer, order: func(_ *world, o *svmtest.Order) {
			o.FeePayer = svm.AddressOf(o.Buyer)
		}},

		// The form.
		{why: "a second transfer of tokens", want: svm.ReasonFifth, order: func(w *world, o *svmtest.Order) {
			o.Calls = append(o.Calls, w.pays(o, svm.AddressOf(w.attacker), 1))
		}},
		{why: "a program that nobody knows", want: svm.ReasonFourth, order: func(_ *world, o *svmtest.Order) {
			o.Calls[note].Program = somebody
		}},
		{why: "too few instructions", want: svm.ReasonLength, order: func(_ *world, o *svmtest.Order) {
			o.Calls = o.Calls[1:3]
		}},
		{why: "too many instructions", want: svm.ReasonLength, order: func(_ *world, o *svmtest.Order) {
			for range 4 {
				o.Calls = append(o.Calls, o.Calls[note])
			}
		}},
		{why: "no limit of units", want: svm.ReasonUnits, order: func(_ *world, o *svmtest.Order) {
			o.Calls[units] = svmtest.Price(1)
		}},
		{why: "no price of units", want: svm.ReasonPrice, order: func(_ *world, o *svmtest.Order) {
			o.Calls[microlamports] = svmtest.Units(1)
		}},
		{why: "the transfer in another's place", want: svm.ReasonNoTransfer, order: func(_ *world, o *svmtest.Order) {
			o.Calls[transfer], o.Calls[note] = o.Calls[note], o.Calls[transfer]
		}},
		{why: "a transfer without its check of token and decimals", want: svm.ReasonNoTransfer,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[transfer].Data = append([]byte{3}, o.Calls[transfer].Data[1:]...)
			}},
		{why: "an approval in place of a transfer", want: svm.ReasonNoTransfer,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[transfer].Data[0] = 13
			}},
		{why: "the other token program, with which less can arrive", reference: svm.ReasonReceiver, want: svm.ReasonNoTransfer,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[transfer].Program = svm.Token2022Program
			}},
		{why: "a transfer by a program of the attacker's", want: svm.ReasonNoTransfer,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[transfer].Program = somebody
			}},
		{why: "a durable nonce, with which it never expires", want: svm.ReasonUnits,
			order: func(w *world, o *svmtest.Order) {
				o.Calls = slices.Insert(o.Calls, 0, svmtest.Call{
					Accounts: []svmtest.Account{
						{Address: somebody, Writes: true},
						{Address: svm.AddressOf(o.Buyer), Signs: true},
					},
					Data: []byte{4, 0, 0, 0},
				})
			}},
		{why: "accounts from a lookup table", reference: "invalid_exact_svm_smart_wallet_alt_resolution_failed", want: svm.ReasonLookup,
			order: func(_ *world, o *svmtest.Order) {
				o.Change = func(m *svm.Message) {
					m.Lookups = []svm.Lookup{{Table: somebody, Readable: []byte{0}}}
				}
			}},
		{why: "the destination from a lookup table", reference: "invalid_exact_svm_smart_wallet_alt_resolution_failed", want: svm.ReasonLookup,
			order: func(_ *world, o *svmtest.Order) {
				o.Change = func(m *svm.Message) {
					m.Instructions[transfer].Accounts[2] = uint8(len(m.Accounts))
					m.Lookups = []svm.Lookup{{Table: somebody, Writable: []byte{0}}}
				}
			}},
		{why: "an account in two places", reference: svm.ReasonFourth, want: svm.ReasonUndecodable,
			order: func(_ *world, o *svmtest.Order) {
				o.Change = func(m *svm.Message) { m.Accounts[len(m.Accounts)-1] = m.Accounts[0] }
			}},
		{why: "an account that is not there", reference: "thrown", want: svm.ReasonUndecodable,
			order: func(_ *world, o *svmtest.Order) {
				o.Change = func(m *svm.Message) { m.Instructions[transfer].Accounts[2] = 200 }
			}},
		{why: "accounts that may not be written", want: svm.ReasonSimulation, order: func(_ *world, o *svmtest.Order) {
			o.Calls[transfer].Accounts[0].Writes = false
		}},
		{why: "a note that is no text", want: svm.ReasonSimulation, order: func(_ *world, o *svmtest.Order) {
			o.Calls[note].Data = []byte{0xff, 0xfe}
		}},
		{why: "not the note that the seller asks for", want: svm.ReasonMemo,
			asked: func(_ *world, r *facilitator.Request) {
				r.Requirement.Extra.Memo = "order 7"
			}},
		{why: "two notes, of which one is right", want: svm.ReasonMemoCount, order: func(_ *world, o *svmtest.Order) {
			o.Calls = append(o.Calls, svmtest.Call{Program: svm.MemoProgram, Data: []byte("order 7")})
		}, asked: func(_ *world, r *facilitator.Request) {
			r.Requirement.Extra.Memo = "order 7"
		}},

		// The signature and the time.
		{why: "no signature", want: svm.ReasonSignature, order: func(w *world, o *svmtest.Order) {
			o.Buyer = w.attacker // signs nothing, because the message does not ask for it
		}},
		{why: "the signature of another message", want: svm.ReasonSignature,
			wire: func(w *world, signed string) string {
				other := w.order()
				other.Calls[transfer] = svmtest.Transfer(w, w.chain.Network(), svm.AddressOf(w.buyer), w.seller, 1)
				return withSignature(w, signed, other.Sign())
			}},
		{why: "an authority that need not sign", reference: svm.ReasonSimulation, want: svm.ReasonSignature,
			order: func(_ *world, o *svmtest.Order) {
				o.Calls[transfer].Accounts[3].Signs = false
			}},
		{why: "a key under which everything is signed", reference: svm.ReasonSimulation, want: svm.ReasonSignature,
			order: func(w *world, o *svmtest.Order) {
				weak := svm.Address{1} // the point of order 1
				o.Calls[transfer] = svmtest.Transfer(w, w.chain.Network(), weak, w.seller, price)
			}, wire: func(w *world, signed string) string {
				raw := decoded(w, signed)
				copy(raw[65:], append([]byte{1}, make([]byte, 63)...))
				return base64.StdEncoding.EncodeToString(raw)
			}},
		{why: "a blockhash that has expired", want: svm.ReasonSimulation, order: func(w *world, o *svmtest.Order) {
			o.Blockhash = w.chain.Blockhash()
			w.chain.Advance(151)
		}},
		{why: "a blockhash that never was", want: svm.ReasonSimulation, order: func(_ *world, o *svmtest.Order) {
			o.Blockhash = svm.Hash{7}
		}},
		{why: "a blockhash that expires before it can be settled", reference: takes, want: svm.ReasonSimulation, taken: true, devOnly: "the machine has one blockhash",
			order: func(w *world, o *svmtest.Order) {
				o.Blockhash = w.chain.Blockhash()
				w.chain.Advance(140)
			}},

		// What is no payment, and other terms.
		{why: "no transaction", want: svm.ReasonUndecodable, wire: func(*world, string) string { return "" }},
		{why: "half a transaction", want: svm.ReasonUndecodable, wire: func(_ *world, signed string) string {
			return signed[:len(signed)/2]
		}},
		{why: "a transaction and something behind it", reference: svm.ReasonSignature, want: svm.ReasonUndecodable,
			wire: func(w *world, signed string) string {
				return base64.StdEncoding.EncodeToString(append(decoded(w, signed), 0))
			}},
		{why: "the letters of a whole packet of nothing", reference: svm.ReasonFeePayer, want: svm.ReasonUndecodable,
			wire: func(*world, string) string {
				return strings.Repeat("A", 1644)
			}},
		{why: "for another network", want: svm.ReasonNetwork, asked: func(_ *world, r *facilitator.Request) {
			r.Payment.Accepted.Network = svm.Devnet
		}},
		{why: "by another scheme", want: svm.ReasonScheme, asked: func(_ *world, r *facilitator.Request) {
			r.Payment.Accepted.Scheme = "upto"
		}},
		{why: "a requirement with the fee payer of another facilitator", want: svm.ReasonForeignFeePayer,
			asked: func(_ *world, r *facilitator.Request) {
				r.Requirement.Extra.FeePayer = somebody.String()
			}},
		{why: "a requirement without a fee payer", want: svm.ReasonNoFeePayer,
			asked: func(_ *world, r *facilitator.Request) {
				r.Requirement.Extra.FeePayer = ""
			}},
		{why: "a requirement in a token that is not served", reference: svm.ReasonMint, want: x402.ReasonInvalidRequirements,
			asked: func(_ *world, r *facilitator.Request) {
				r.Requirement.Asset = somebody.String()
			}},
	}
}

func decoded(w *world, signed string) []byte {
	w.Helper()
	raw, err := base64.StdEncoding.DecodeString(signed)
	if err != nil {
		w.Fatal(err)
	}
	return raw
}

// withSignature is a transaction with the buyer's signature of another one.
func withSignature(w *world, signed, other string) string {
	raw := decoded(w, signed)
	copy(raw[65:129], decoded(w, other)[65:129])
	return base64.StdEncoding.EncodeToString(raw)
}

// TestAttackMovesNothing sends each attack to Verify and to Settle. Each is refused with its reason, and nobody has a
// unit or a lamport less or more, neither then nor blocks later.
func TestAttackMovesNothing(t *testing.T) {
	if n := len(attacks()); n < leastAttacks {
		t.Errorf("the table has lost rows: %d, not %d or more", n, leastAttacks)
	}
	for _, a := range attacks() {
		t.Run(a.why, func(t *testing.T) {
			a.run(newWorld(t, devsol.Options{Manual: true}, facilitatorsvm.Options{}))
		})
	}
}

// request is the attack as the facilitator is sent it.
func (a attack) request(w *world) facilitator.Request {
	order := w.order()
	if a.order != nil {
		a.order(w, order)
	}
	signed := order.Sign()
	if a.wire != nil {
		signed = a.wire(w, signed)
	}

	request := w.request(signed)
	if a.asked != nil {
		a.asked(w, &request)
	}
	return request
}

func (a attack) run(w *world) {
	request := a.request(w)
	before := w.held()
	verdict := w.verify(w.f, request)
	if verdict.Valid || verdict.Reason != a.want {
		w.Errorf("verified: %+v, want %s", verdict, a.want)
	}
	if a.taken {
		return
	}
	if got := w.settle(w.f, request); got.Outcome != facilitator.Refused || got.Transaction != "" {
		w.Errorf("settled: %+v", got)
	}
	w.chain.Advance(3)
	w.wantHeld(before, "after it")
}

// honest is a payment that buyers send.
type honest struct {
	why     string
	order   func(w *world, o *svmtest.Order)
	fee     uint64
	devOnly string // as in attack
	// reference is why the reference facilitator refuses it, which asks for the order of x402; "" when it takes it.
	reference string
}

func honests() []honest {
	return []honest{
		{"the stock buyer of version 2", func(*world, *svmtest.Order) {}, fee, "", ""},
		{"a buyer without a note", func(_ *world, o *svmtest.Order) { o.Calls = o.Calls[:note] }, fee, "", ""},
		{"three assertions of a wallet and a note", func(_ *world, o *svmtest.Order) {
			assertion := svmtest.Call{Program: svm.LighthouseProgram, Data: []byte{1}}
			o.Calls = append(o.Calls[:note:note], assertion, assertion, assertion, o.Calls[note])
			o.Calls[units] = svmtest.Units(60_000)
		}, fee, "the machine has no Lighthouse program", ""},
		{"a note that the buyer signs", func(w *world, o *svmtest.Order) {
			o.Calls[note].Accounts = []svmtest.Account{{Address: svm.AddressOf(o.Buyer), Signs: true}}
		}, fee, "", ""},
		{"a priority fee at the bound", func(_ *world, o *svmtest.Order) {
			o.Calls[units] = svmtest.Units(100_000)
			o.Calls[microlamports] = svmtest.Price(100_000)
		}, 20_000, "", ""},
		{"the price of units before their limit, as buyers of the Payment scheme have it", func(_ *world, o *svmtest.Order) {
			o.Calls[units], o.Calls[microlamports] = svmtest.Price(1), svmtest.Units(200_000)
		}, fee, "", svm.ReasonUnits},
		{"a message from before there were versions", func(_ *world, o *svmtest.Order) {
			o.Change = func(m *svm.Message) { m.Version = svm.Legacy }
		}, fee, "", ""},
	}
}

// TestHonestPaymentsAreTaken is the other half of the table: what it refuses must not be what buyers send.
func TestHonestPaymentsAreTaken(t *testing.T) {
	for _, h := range honests() {
		t.Run(h.why, func(t *testing.T) { h.run(newWorld(t, devsol.Options{}, facilitatorsvm.Options{})) })
	}
}

func (h honest) run(w *world) {
	order := w.order()
	h.order(w, order)
	request := w.request(order.Sign())
	verdict := w.verify(w.f, request)
	if !verdict.Valid || verdict.Payer != svm.AddressOf(w.buyer).String() {
		w.Fatalf("%+v", verdict)
	}
	got := w.settle(w.f, request)
	if got.Outcome != facilitator.Settled || got.Repeated || got.Transaction == "" || got.Block == 0 {
		w.Fatalf("%+v", got)
	}
	want := paid(1)
	want.SOL = sponsorSOL - h.fee
	w.wantHeld(want, "one payment")
}
