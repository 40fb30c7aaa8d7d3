// Command farebox sells the service's routes, one paid HTTP call at a time.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/payment/wallet"
	"github.com/farebox/farebox/server"
	"github.com/farebox/farebox/store"
)

// version is set by the build; see the Makefile.
var version = "dev"

type command struct {
	Serve   serveCmd       `cmd:"" default:"1" help:"Serve and take payments (default). Settings come from the environment."`
	Dev     devCmd         `cmd:"" help:"Serve on an in-process chain with a funded buyer: nothing to configure."`
	Pay     payCmd         `cmd:"" help:"Call a paid URL: show the quote, pay, print the answer and the receipt."`
	MCP     wallet.Command `cmd:"" name:"mcp" help:"An MCP server on stdin and stdout that pays for the service's tools with your wallet."`
	Migrate migrateCmd     `cmd:"" help:"Bring the database's schema up to date and exit."`
	Check   checkCmd       `cmd:"" help:"Try every data provider: exit code 0 when all are well."`
	Routes  routesCmd      `cmd:"" help:"List the routes that are sold, with prices and the settings that are missing."`
	Health  healthCmd      `cmd:"" help:"Ask the running service how it is: exit code 0 when it is well, 1 when it is not."`
	Version versionCmd     `cmd:"" help:"Print the version and exit."`
}

type serveCmd struct{}

// Help is the list of settings.
func (serveCmd) Help() string { return server.ConfigHelp() }

type migrateCmd struct {
	NewSecret  bool `help:"Replace the server secret; answers paid before are lost. Stop all replicas first."`
	ForgetOpen bool `help:"With --new-secret: lose also the answers of open settlements, which may still be charged."`
}

type versionCmd struct{}

func main() {
	var cmd command
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	parsed := kong.Parse(&cmd,
		kong.Name("farebox"),
		kong.Description("Pay-per-call data and tools for software agents."),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.UsageOnError(),
	)
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "farebox:", err)
		os.Exit(exitCode(err))
	}
}

// exitCode lets a command choose its own.
func exitCode(err error) int {
	var coded interface{ ExitCode() int }
	if errors.As(err, &coded) {
		return coded.ExitCode()
	}
	return 1
}

func environment() map[string]string {
	out := map[string]string{}
	for _, pair := range os.Environ() {
		if name, value, ok := strings.Cut(pair, "="); ok {
			out[name] = value
		}
	}
	return out
}

// Run serves until it is told to stop.
func (serveCmd) Run(ctx context.Context) error {
	c, err := server.ConfigFrom(environment())
	if err := server.Together(err, c.Live(), c.Surroundings()); err != nil {
		return err
	}
	log, err := newLog(c)
	if err != nil {
		return err
	}
	server.LimitMemory(log)
	s, closeAll, err := server.Build(ctx, c, buildVersion(), log)
	if err != nil {
		return err
	}
	defer closeAll()
	return s.Run(ctx, func(addr net.Addr) {
		log.Info("serving", "address", addr.String(), "public", c.PublicBaseURL, "networks", c.Networks, "version", buildVersion())
	})
}

// Run applies the migrations that a start of serve would apply too.
func (m migrateCmd) Run(ctx context.Context) (err error) {
	if m.ForgetOpen && !m.NewSecret {
		return errors.New("--forget-open belongs to --new-secret")
	}
	c, err := server.ConfigFrom(environment())
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	if !m.NewSecret {
		return nil
	}
	forgotten, err := server.ReplaceSecret(ctx, c, db, m.ForgetOpen)
	if err != nil {
		return err
	}
	fmt.Printf("The server secret was replaced; the answers of %d payments are forgotten.\n", forgotten)
	return nil
}

// Run prints the version: of the build, of the source that it was built from and of the interface that it serves.
func (versionCmd) Run() error {
	served, err := spec.Load(gen.OpenAPI)
	if err != nil {
		return err
	}
	fmt.Println("farebox", buildVersion())
	fmt.Println("commit ", commit())
	fmt.Printf("spec    %s, %d routes\n", served.Doc.Info.Version, len(served.Operations))
	fmt.Println("built by", runtime.Version())
	return nil
}

// commit is the revision of the source, as the build recorded it.
func commit() string {
	revision := "unknown"
	modified := ""
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return revision
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = ", with changes"
		}
	}
	return revision + modified
}

func buildVersion() string {
	if version == "dev" {
		if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
			return info.Main.Version
		}
	}
	return version
}

func newLog(c server.Config) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return nil, fmt.Errorf("LOG_LEVEL must be debug, info, warn or error, not %q", c.LogLevel)
	}

	options := &slog.HandlerOptions{Level: level}
	var log *slog.Logger
	switch c.LogFormat {
	case "json":
		log = slog.New(slog.NewJSONHandler(os.Stderr, options))
	case "text":
		log = slog.New(slog.NewTextHandler(os.Stderr, options))
	default:
		return nil, fmt.Errorf("LOG_FORMAT must be json or text, not %q", c.LogFormat)
	}

	// What the standard library logs can hold bytes of strangers' servers, such as an answer that nobody asked for.
	slog.SetDefault(log)
	slog.SetLogLoggerLevel(slog.LevelDebug)
	return log, nil
}
