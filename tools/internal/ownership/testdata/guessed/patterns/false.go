package patterns

import "test/guessed/hubs"

// The pattern of Hang says that it acts on its receiver.
func hang(c *hubs.Conn, reason string) {
	c.Hang(&reason)
}
