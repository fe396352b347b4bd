// Package foreigngetters gives objects back to the pool of another package.
package foreigngetters

type mailer struct{ outbox []string }
