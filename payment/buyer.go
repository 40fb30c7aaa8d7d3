package payment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// Buyer is who pays for the work that a handler does.
type Buyer struct {
	Payer   string // the address
	Network string // CAIP-2
	// Purchase names the payment: hex, the same whenever the payment is sent again.
	Purchase string
}

type buyerKey struct{}

// BuyerOf is the buyer of the work that ctx is of; zero outside of one.
func BuyerOf(ctx context.Context) Buyer {
	k, paid := ctx.Value(buyerKey{}).(Key)
	if !paid {
		return Buyer{}
	}
	name := sha256.Sum256([]byte("purchase\n" + k.Network + "\n" + k.Payer + "\n" + k.Nonce))
	return Buyer{
		Payer:    k.Payer,
		Network:  k.Network,
		Purchase: hex.EncodeToString(name[:]),
	}
}

// withBuyer tells the work who pays for it.
func withBuyer(ctx context.Context, k Key) context.Context {
	return context.WithValue(ctx, buyerKey{}, k)
}
