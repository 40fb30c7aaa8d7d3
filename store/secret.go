package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrOtherSecret says that the payments of this database were kept under another server secret.
var ErrOtherSecret = errors.New("store: the database was written with another server secret")

// OpenSettlementsError says that a server secret is still needed: the answers of open settlements are encrypted with
// it.
type OpenSettlementsError struct{ Open int64 }

func (e *OpenSettlementsError) Error() string {
	return fmt.Sprintf("settlements are open (%d), and their answers are sealed with the server secret before", e.Open)
}

// BindSecret stores check as that of this database's server secret, if it has none yet, and returns ErrOtherSecret if
// it has another. Of replicas that start together with different secrets, one gets through. first says that it had
// none: the database is new.
func (s *Store) BindSecret(ctx context.Context, check string) (first bool, err error) {
	bound, err := s.exec(ctx,
		`INSERT INTO server_secret (one, secret_check) VALUES (1, $1) ON CONFLICT DO NOTHING`, check)
	if err != nil {
		return false, fmt.Errorf("store: bind the server secret: %w", err)
	}

	var standing string
	err = s.writer.QueryRowContext(ctx, `SELECT secret_check FROM server_secret`).Scan(&standing)
	if err != nil {
		return false, fmt.Errorf("store: read the check of the server secret: %w", err)
	}
	if standing != check {
		return false, ErrOtherSecret
	}
	return bound > 0, nil
}

// ReplaceSecret stores check as that of this database's server secret, and erases what was kept under the previous one,
// which nobody can read any more: of how many payments. The payments themselves stay. No process may be serving.
//
// An open settlement may still be charged, and its buyer could then never have the answer. While there are any, the
// secret is replaced only with evenOpen; else nothing changes and the error is an [OpenSettlementsError].
func (s *Store) ReplaceSecret(ctx context.Context, check string, evenOpen bool) (forgotten int64, err error) {
	err = s.write(ctx, func(ctx context.Context, tx transaction) error {
		forgotten = 0
		replaced, err := tx.Exec(ctx, `INSERT INTO server_secret (one, secret_check) VALUES (1, $1)
			ON CONFLICT (one) DO UPDATE SET secret_check = excluded.secret_check
			WHERE server_secret.secret_check <> excluded.secret_check`, check)
		if err != nil || replaced == 0 {
			return err // it is this one already
		}

		if !evenOpen {
			if err := noOpenAnswers(ctx, tx); err != nil {
				return err
			}
		}
		forgotten, err = tx.Exec(ctx, `UPDATE payments SET request_hash = '', answer = NULL, purchase_id = NULL,
			purchase_hash = NULL WHERE request_hash <> ''`)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("store: replace the server secret: %w", err)
	}
	return forgotten, nil
}

// noOpenAnswers is an OpenSettlementsError when an answer is kept whose settlement is open.
func noOpenAnswers(ctx context.Context, tx transaction) error {
	var open int64
	err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM payments
		WHERE state = 'settling' AND answer IS NOT NULL`).Scan(&open)
	if err != nil {
		return err
	}
	if open > 0 {
		return &OpenSettlementsError{Open: open}
	}
	return nil
}
