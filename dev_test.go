package main

import (
	"testing"

	"github.com/farebox/farebox/server"
)

func TestDevServerNamesAnAddressThatClientsCanUse(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:8402": "127.0.0.1:8402", ":8402": "127.0.0.1:8402", "0.0.0.0:80": "127.0.0.1:80", "[::]:8402": "127.0.0.1:8402",
		"[::1]:8402": "[::1]:8402", "localhost:1": "localhost:1", "nonsense": "nonsense",
	} {
		if got := reachable(listen); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}

// TestDevServerKeepsOffTheDatabaseOfRealPayments: its chain would call them unpaid, and they would be forgotten.
func TestDevServerKeepsOffTheDatabaseOfRealPayments(t *testing.T) {
	d := devCmd{Dir: t.TempDir(), ChainID: 8453}
	chain, err := d.chain()
	if err != nil {
		t.Fatal(err)
	}
	defer chain.Close()
	env := map[string]string{"DATABASE_URL": "postgres://live/farebox", "FACILITATOR_URL": "https://live.test", "LISTEN_ADDR": ":9000"}
	d.fill(env, chain, "0x209693Bc6afc0C5328bA36FaF03C514EF312287C")
	if env["DATABASE_URL"] != "sqlite:"+d.sqlite() || env["FACILITATOR_URL"] != "self" || env["PUBLIC_BASE_URL"] != "http://127.0.0.1:9000" || env["PAYMENT_RPC_URL_BASE"] != chain.RPCURL() {
		t.Errorf("%v", env)
	}
	if _, err := server.ConfigFrom(env); err != nil {
		t.Error(err)
	}
	d.Database = "postgres://scratch/farebox"
	if d.fill(env, chain, ""); env["DATABASE_URL"] != d.Database {
		t.Errorf("%v", env)
	}
}
