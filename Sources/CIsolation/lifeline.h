/// The lifeline's descriptor in a worker. The lower descriptors are the standard streams, and there are no
/// others.
#define LIFELINE 3
