package storetest

import (
	"testing"

	"github.com/farebox/farebox/payment/eip3009"
)

func testMark(t *testing.T, open Opener) {
	first, err := open(t).Mark(t.Context())
	if err != nil || first == (eip3009.Mark{}) {
		t.Fatalf("%x, %v", first, err)
	}
	again, err := open(t).Mark(t.Context())
	if err != nil || again != first {
		t.Errorf("another replica has %x (%v), the first %x", again, err, first)
	}
}

func testFund(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	if channelNow(t, s, c).Funded {
		t.Fatal("a channel is funded that nobody has funded")
	}
	if err := s.Fund(t.Context(), c.Key); err != nil {
		t.Fatal(err)
	}

	c.Chain.Block++
	if _, err := s.Sync(t.Context(), c.Key, c.Chain); err != nil {
		t.Fatal(err)
	}
	if !channelNow(t, open(t), c).Funded {
		t.Error("it is not funded any more")
	}
}
