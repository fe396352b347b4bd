// Package patterns calls methods of which the configuration does not say everything.
package patterns

import "test/guessed/hubs"

// Drop may act on the hub or on the connection.
func drop(h *hubs.Hub, c *hubs.Conn) {
	h.Drop(c) // want "annotation: .*Drop#0 or Drop#recv"
}
