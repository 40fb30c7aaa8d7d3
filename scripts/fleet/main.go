// Command fleet runs several replicas of the service on one Postgres behind its own balancer, with paid traffic,
// and at the end compares the chain, the ledger and the buyers' records to the unit.
//
//	fleet soak     replicas killed, Postgres restarted, Redis stopped, the facilitator slow, wrong and gone
//	fleet rollout  replicas of one version replaced by those of another, one by one
//
// The chain, the facilitator and the data providers are its own: nothing leaves the machine. See make soak and
// make rollout.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	var command struct {
		Soak    soak    `cmd:"" help:"A long run in which things go wrong."`
		Rollout rollout `cmd:"" help:"Replace replicas one by one under load."`
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	parsed := kong.Parse(&command,
		kong.Name("fleet"),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.BindTo(os.Stdout, (*io.Writer)(nil)),
	)
	err := parsed.Run()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fleet:", err)
		os.Exit(1)
	}
}
