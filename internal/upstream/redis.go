package upstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// redisPrefix keeps our keys apart from others in the same database. Its number changes with the form of the values.
const redisPrefix = "farebox:upstream:1:"

// RedisCache is a Cache in Redis or Valkey, shared by all processes that use the same CACHE_URL.
type RedisCache struct{ client *redis.Client }

// NewRedisCache connects lazily to url (redis://, rediss:// or unix://); only a malformed URL is an error.
func NewRedisCache(url string) (*RedisCache, error) {
	opts, err := redis.ParseURL(url)
	if err != nil {
		return nil, errors.New("cache URL: want redis://[user:password@]host[:port][/database]")
	}
	opts.MaxRetries = -1 // a miss is cheaper than a second try
	opts.DialTimeout, opts.ReadTimeout, opts.WriteTimeout = sharedWait, sharedWait, sharedWait
	opts.ContextTimeoutEnabled = true
	return &RedisCache{client: redis.NewClient(opts)}, nil
}

// Get implements Cache.
func (r *RedisCache) Get(ctx context.Context, key string) ([]byte, error) {
	b, err := r.client.Get(ctx, redisPrefix+key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("shared cache get: %w", err)
	}
	return b, nil
}

// Set implements Cache.
func (r *RedisCache) Set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	if err := r.client.Set(ctx, redisPrefix+key, value, keep).Err(); err != nil {
		return fmt.Errorf("shared cache set: %w", err)
	}
	return nil
}

// Delete implements Cache.
func (r *RedisCache) Delete(ctx context.Context, key string) error {
	if err := r.client.Del(ctx, redisPrefix+key).Err(); err != nil {
		return fmt.Errorf("shared cache delete: %w", err)
	}
	return nil
}

// Ping says whether the cache answers, for /health.
func (r *RedisCache) Ping(ctx context.Context) error {
	if err := r.client.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("shared cache ping: %w", err)
	}
	return nil
}

// Close ends its connections.
func (r *RedisCache) Close() error { return r.client.Close() }
