package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/store"
)

// serverSecret is the secret of SERVER_SECRET, else the one kept in DATA_DIR.
func (c *Config) serverSecret() (secret.Secret, error) {
	if c.ServerSecret != "" {
		s, err := secret.Parse(c.ServerSecret)
		if err != nil {
			return secret.Secret{}, fmt.Errorf("SERVER_SECRET %w", err)
		}
		return s, nil
	}

	s, err := secret.Load(c.DataDir)
	if err != nil {
		return secret.Secret{}, fmt.Errorf("SERVER_SECRET is not set, and DATA_DIR: %w", err)
	}
	return s, nil
}

// bindSecret is the server secret, once the database has no other. With another one this process would take what has
// been bought for something else, and could open no answer.
func bindSecret(ctx context.Context, c Config, db *store.Store, log *slog.Logger) (secret.Secret, error) {
	s, err := c.serverSecret()
	if err != nil {
		return secret.Secret{}, err
	}
	check, err := s.Check()
	if err != nil {
		return secret.Secret{}, err
	}

	first, err := db.BindSecret(ctx, check)
	if errors.Is(err, store.ErrOtherSecret) {
		return secret.Secret{}, errors.New("SERVER_SECRET: the database was written with another server secret: " +
			"set SERVER_SECRET to that of the other replicas, or put their file " + secret.FileName +
			" into DATA_DIR; " +
			"when it is lost, run farebox migrate --new-secret, after which answers paid before cannot be had again")
	}
	if first && c.live {
		log.Warn("the database is new: if this service has sold before, DATABASE_URL names another one")
	}
	return s, err
}

// ReplaceSecret makes the configured server secret that of the database, and says of how many payments the answer
// cannot be had again for that. No process may be serving. While settlements are open it refuses, unless evenOpen:
// their buyers may be charged and never have their answers.
func ReplaceSecret(ctx context.Context, c Config, db *store.Store, evenOpen bool) (forgotten int64, err error) {
	s, err := c.serverSecret()
	if err != nil {
		return 0, err
	}
	check, err := s.Check()
	if err != nil {
		return 0, err
	}

	forgotten, err = db.ReplaceSecret(ctx, check, evenOpen)
	var open *store.OpenSettlementsError
	if errors.As(err, &open) {
		return 0, fmt.Errorf("settlements are open (%d), and their buyers could never have the answers that they "+
			"may be charged for: serve with the server secret before until /health shows none open, then stop and "+
			"try again; when that secret is lost, add --forget-open", open.Open)
	}
	return forgotten, err
}
