package upstream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// The prefixes keep our keys apart from others in the same database. The number of each changes with the form of what
// is kept under it, so that no release reads what another one means differently.
const (
	redisPrefix = "farebox:upstream:1:"
	fleetPrefix = "farebox:fleet:1:"
)

// redisConns bounds the connections of one process, unless the URL has its own pool_size.
const redisConns = 64

// RedisCache is a Cache in Redis or Valkey, shared by all processes that use the same CACHE_URL.
type RedisCache struct{ store keyStore }

// NewRedisCache connects lazily to url (redis://, rediss:// or unix://); only a malformed URL is an error.
func NewRedisCache(url string) (*RedisCache, error) {
	opts, err := redis.ParseURL(url)
	if err != nil {
		return nil, errors.New("cache URL: want redis://[user:password@]host[:port][/database]")
	}
	quiet()
	opts.MaxRetries = -1 // a miss is cheaper than a second try
	opts.DialerRetries = 1
	opts.ContextTimeoutEnabled = true // the times of the URL are beyond those of link
	if opts.PoolSize == 0 {
		opts.PoolSize = redisConns
	}
	return &RedisCache{store: redisConn{redis.NewClient(opts)}}, nil
}

// quiet keeps the library from writing addresses to the standard error; link reports failures.
var quiet = sync.OnceFunc(func() { redis.SetLogger(unheard{}) })

type unheard struct{}

// Printf is that of the library's logger.
func (unheard) Printf(context.Context, string, ...any) {}

// Fleet is the one of the processes that share the cache. name hides what a key is about from readers of the store.
func (r *RedisCache) Fleet(name func(key string) string) *Fleet {
	return newFleet(r.store, name)
}

// Get implements Cache.
func (r *RedisCache) Get(ctx context.Context, key string) ([]byte, error) {
	b, err := r.store.get(ctx, redisPrefix+key)
	if err != nil {
		return nil, fmt.Errorf("shared cache get: %w", err)
	}
	return b, nil
}

// Set implements Cache.
func (r *RedisCache) Set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	if err := r.store.set(ctx, redisPrefix+key, value, keep); err != nil {
		return fmt.Errorf("shared cache set: %w", err)
	}
	return nil
}

// Delete implements Cache.
func (r *RedisCache) Delete(ctx context.Context, key string) error {
	if err := r.store.remove(ctx, redisPrefix+key); err != nil {
		return fmt.Errorf("shared cache delete: %w", err)
	}
	return nil
}

// Ping says whether the cache answers, for /health.
func (r *RedisCache) Ping(ctx context.Context) error {
	if err := r.store.ping(ctx); err != nil {
		return fmt.Errorf("shared cache ping: %w", err)
	}
	return nil
}

// Close ends its connections.
func (r *RedisCache) Close() error { return r.store.close() }
