// Placeholder until this layer is written.
