package evm_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
)

// BenchmarkSettle measures payments settled a second with 256 callers at once, on a chain that makes
// a block as soon as there is a transaction. The chain runs in the same process and on the same
// processors. Batch size 1 is one payment per transaction.
func BenchmarkSettle(b *testing.B) {
	for _, size := range []int{1, 10, 100} {
		b.Run(fmt.Sprintf("batch=%d", size), func(b *testing.B) {
			w := newWorld(b, 256, devchain.Options{Mode: devchain.AtOnce, Ahead: 1000 * time.Hour}, evm.Options{MaxBatch: size, Window: 10 * time.Millisecond})
			requests := make(chan facilitator.Request, b.N)
			for i := range b.N {
				key := w.buyers[i%len(w.buyers)]
				a := w.authorize(crypto.PubkeyToAddress(key.PublicKey), 1)
				a.ValidBefore.SetUint64(uint64(time.Now().Add(2000 * time.Hour).Unix()))
				requests <- request(a, w.sign(key, a))
			}
			close(requests)
			b.ResetTimer()
			start := time.Now()
			var all sync.WaitGroup
			for range 256 {
				all.Go(func() {
					for req := range requests {
						if got, err := w.f.Settle(context.Background(), req); err != nil || got.Outcome != facilitator.Settled {
							b.Errorf("%+v, %v", got, err)
						}
					}
				})
			}
			all.Wait()
			b.StopTimer()
			b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "payments/s")
			b.ReportMetric(float64(b.N)/float64(w.transactions()), "payments/tx")
		})
	}
}

// BenchmarkVerify measures one verification after the other, each one round trip to the chain.
func BenchmarkVerify(b *testing.B) {
	w := newWorld(b, 1, devchain.Options{Mode: devchain.AtOnce}, evm.Options{})
	_, req := w.payment(0, 1)
	for b.Loop() {
		if got, err := w.f.Verify(context.Background(), req); err != nil || !got.Valid {
			b.Fatalf("%+v, %v", got, err)
		}
	}
}
