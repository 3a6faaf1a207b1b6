"""A small organisation in which every call can be made, and the numbers by which it is spoken of."""

WORLD = """
organization: {name: Harbour, domain: harbour.test}
people:
  - {name: Ada Owner, role: owner, api_key: AdaAdaAdaAdaAdaAdaAdaAdaAdaAdaAd}
  - {name: Ben Admin, role: administrator, api_key: BenBenBenBenBenBenBenBenBenBenBe}
  - {name: Cleo Member, password: correct horse, api_key: CleoCleoCleoCleoCleoCleoCleoCleo}
  - {name: Dan Member, api_key: DanDanDanDanDanDanDanDanDanDanDa}
  - {name: Gus Guest, role: guest, api_key: GusGusGusGusGusGusGusGusGusGusGu}
  - {name: Old Hand, active: false}
bots:
  - {name: Robo, owner: Cleo Member, api_key: RoboRoboRoboRoboRoboRoboRoboRobo}
user_groups:
  - {name: bench, description: Those with screwdrivers, members: [Cleo Member, Dan Member]}
  - {name: crew, members: [Ada Owner]}
channels:
  - name: general
    default: true
    creator: Ada Owner
    description: Talk of the **house**
    subscribers: [Ada Owner, Ben Admin, Cleo Member, Dan Member, Robo]
    topics:
      - name: plans
        messages:
          - {from: Ada Owner, text: "Hello @**Cleo Member**", ago: 2 hours, unread_by: [Cleo Member]}
          - {from: Cleo Member, text: "Hi", ago: 1 hour, reactions: [{emoji: octopus, by: Ada Owner}]}
  - {name: quiet, creator: Ada Owner, subscribers: [Ada Owner]}
  - {name: vault, privacy: private, creator: Ada Owner, subscribers: [Ada Owner]}
  - {name: news, posting: administrators, creator: Ada Owner, subscribers: [Ada Owner, Cleo Member]}
  - {name: slip, creator: Cleo Member, subscribers: [Cleo Member]}
direct_messages:
  - between: [Cleo Member, Dan Member]
    messages:
      - {from: Dan Member, text: "/poll Tea?\\nyes\\nno", ago: 30 minutes}
"""

NOW = 1_800_000_000
"""The time at which the server stands still."""
LATER = NOW + 3600

ADA, BEN, CLEO, DAN, GUS, OLD, ROBO = range(11, 18)
GENERAL, QUIET, VAULT, NEWS, SLIP = range(31, 36)
NOBODY = 99
"""An id that nothing has."""
