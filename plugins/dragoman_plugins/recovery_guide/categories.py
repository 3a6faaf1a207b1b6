"""The eight kinds of device the recovery guide has a page for, and how people call them."""

from enum import StrEnum


class Category(StrEnum):
    """A device category; the value is the guide's own word for it, the order is the guide's own order."""

    HARD_DRIVE = "hard_drive"
    PHONE = "phone"
    LAPTOP = "laptop"
    NAS = "nas"
    RAID = "raid"
    SD_CARD = "sd_card"
    SSD = "ssd"
    USB_DRIVE = "usb_drive"


TITLES = {
    Category.HARD_DRIVE: "hard drive",
    Category.PHONE: "phone",
    Category.LAPTOP: "laptop",
    Category.NAS: "NAS",
    Category.RAID: "RAID",
    Category.SD_CARD: "SD card",
    Category.SSD: "SSD",
    Category.USB_DRIVE: "USB drive",
}
"""What the category is called inside a sentence."""

GLOSSES = {
    Category.HARD_DRIVE: "internal or external, with spinning platters",
    Category.PHONE: "iPhone, Android or any other mobile",
    Category.LAPTOP: "MacBook, notebook, Chromebook",
    Category.NAS: "a storage box on the network, such as a Synology or QNAP",
    Category.RAID: "several disks working as one array",
    Category.SD_CARD: "SD, microSD, CF and other memory cards",
    Category.SSD: "solid state, SATA, NVMe or M.2",
    Category.USB_DRIVE: "stick, thumb drive, flash drive",
}
"""A few words that help a person to recognise their own device."""
